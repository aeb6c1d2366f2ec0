import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const viewerMessages = defineMessages('viewers', {
  title: commonLabels.viewers,
  lead: 'Points, coins and watch time of everyone who has visited your stream.',
  search: 'Search viewers',
  platform: commonLabels.platform,
  rank: 'Rank',
  name: commonLabels.name,
  points: commonLabels.points,
  coin: commonLabels.coins,
  watchTime: commonLabels.watchTime,
  messages: commonMessages.messages,
  byPoints: 'By points',
  byWatchTime: 'By watch time',
  period: 'Period',
  firstDay: 'First day',
  lastDay: 'Last day',
  day: commonLabels.day,
  noMatch: 'No matching viewers',
  noViewers: 'No viewers yet. They appear with their first message, follow or minute watched.',
  noViewersInPeriod: 'Nobody watched in this period.',
  choose: 'Choose a viewer to see accounts, watch time and point history.',
  more: 'Show more',
  total: { plural: 'count', one: '{count:number} viewer', other: '{count:number} viewers' },
  back: 'All viewers',
  history: 'Point history',
  change: 'Change',
  balance: 'Balance',
  reason: commonLabels.reason,
  by: 'By',
  request: 'Request {id}',
  when: 'Time',
  noHistory: 'No changes yet',
  adjust: commonTexts.apply,
  adjustTitle: 'Change balance',
  currency: 'Currency',
  amount: commonLabels.amount,
  action: commonLabels.action,
  reasonPlaceholder: 'Won the quiz',
  adjustedPoints: {
    plural: 'count',
    one: '{name} now has {count:number} point',
    other: '{name} now has {count:number} points',
  },
  adjustedCoins: {
    plural: 'count',
    one: '{name} now has {count:number} coin',
    other: '{name} now has {count:number} coins',
  },
  byDay: 'Watch time by day',
  chart: 'Minutes by day, {total} in total',
  minutes: commonLabels.minutes,
  noWatchTime: 'No watch time yet',
  undated: '{minutes} from before, without a date',
  asTable: 'Show as table',
  watchedIn: { plural: 'days', one: '{minutes} on {days:number} day', other: '{minutes} on {days:number} days' },
  accounts: 'Linked accounts',
  accountsHelp: 'Accounts of the same person on other platforms. Each keeps its own points.',
  link: 'Link account',
  linkTitle: 'Link an account to {name}',
  linkHelp: 'Find the same person on another platform.',
  linkOne: 'Link {name}',
  linked: '{name} linked',
  unlink: 'Unlink',
  unlinkOne: 'Unlink {name} on {platform}',
  unlinked: '{name} unlinked',
  coinsReason: '{reason} · coins',
  pointsReason: '{reason} · points',
})

export const spanNames = defineMessages('viewers.spans', {
  all: commonLabels.allTime,
  today: commonLabels.today,
  week: 'Last 7 days',
  month: 'Last 30 days',
  day: 'One day',
  range: 'Custom range',
})

export const currencyNames = defineMessages('viewers.currencies', {
  points: commonLabels.points,
  coin: commonLabels.coins,
})

export const adjustModes = defineMessages('viewers.modes', {
  add: commonLabels.add,
  remove: commonLabels.remove,
  set: 'Set to',
})

export const viewerPrivacyMessages = defineMessages('viewers.privacy', {
  title: 'Personal data',
  help: 'A viewer may ask for a copy of everything stored here, and to be erased.',
  export: 'Export data',
  exportFailed: commonTexts.theExportWasInterruptedTryAgain,
  erase: 'Erase viewer',
  eraseTitle: 'Erase {name}?',
  eraseHelp: {
    plural: 'accounts',
    one: 'Names, messages, events and watch history lose every trace of this viewer. Points and totals stay as numbers without a name. This cannot be undone. Backups that were made before still contain the viewer.',
    other:
      'Names, messages, events and watch history of {accounts:number} linked accounts lose every trace of this viewer. Points and totals stay as numbers without a name. This cannot be undone. Backups that were made before still contain the viewer.',
  },
  eraseWord: 'Type erase to confirm',
  erased: 'Viewer erased',
})

export const viewerImportMessages = defineMessages('viewers.import', {
  title: 'Import viewers',
  import: commonTexts.import,
  export: commonTexts.export,
  exporting: { plural: 'count', one: '{count:number} line', other: '{count:number} lines' },
  exported: { plural: 'count', one: '{count:number} viewer exported', other: '{count:number} viewers exported' },
  exportFailed: commonTexts.theExportWasInterruptedTryAgain,
  file: 'CSV file · {platform}',
  fileHelp:
    'The first line names the columns: username or user_id, and points, coin or watch_minutes. Other columns are skipped. Values replace the current totals, so importing a file twice changes nothing.',
  noColumns: 'The first line has no known column. It needs username or user_id, and points, coin or watch_minutes.',
  empty: 'The file has no rows below the first line.',
  tooLarge: 'The file is larger than 50 MB. Split it.',
  ready: { plural: 'count', one: '{count:number} row is ready.', other: '{count:number} rows are ready.' },
  skipped: 'Skipped columns: {names}.',
  start: { plural: 'count', one: 'Import {count:number} row', other: 'Import {count:number} rows' },
  stop: commonLabels.stop,
  progress: '{done:number} of {total:number} rows',
  finished: 'Finished',
  stopped: 'Stopped',
  created: 'new',
  changed: 'changed',
  unchanged: 'unchanged',
  failed: 'failed',
  line: 'Line {line:number}',
  moreFailed: 'And {count:number} more',
  fixHelp:
    'Save the failed rows, correct them in a spreadsheet and import that file. Rows that were imported stay as they are.',
  saveFailed: { plural: 'count', one: 'Save {count:number} failed row', other: 'Save {count:number} failed rows' },
})
