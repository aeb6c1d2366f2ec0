import { stateMessages } from '../../../../src/capabilities/decks/contract/deck-states.ts'
import type { ValueLifetime, ValueOwner } from '../../../../src/capabilities/values/contract/values.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import type { ValueType } from '../../../../src/definitions/value-types.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const valueMessages = defineMessages('values', {
  title: commonLabels.values,
  lead: 'Counters, texts, lists and clocks that commands, overlays and programs share.',
  newValue: commonTexts.newValue,
  none: 'No values yet',
  noneHelp: 'Create a counter, a list of quotes or a countdown. Commands show it with $(value name).',
  choose: 'Choose a value to change it and to see its history.',
  unknown: 'There is no value {name}.',
  search: 'Search',
  noMatch: 'No value has this name.',
  name: commonLabels.name,
  type: commonLabels.type,
  value: commonLabels.value,
  items: stateMessages.items,
  emptyText: 'Empty',
  back: 'All values',
  ofEachViewer: 'each viewer',
  untilStreamEnds: 'this stream',
  lastsHelp: 'Starts again when the stream ends on every platform.',
  subtract: 'Subtract 1 from {name}',
  add: 'Add 1 to {name}',
  start: commonLabels.start,
  startOne: 'Start {name}',
  pause: commonMessages.pause,
  pauseOne: commonTexts.pauseName,
  reset: commonLabels.reset,
  running: 'Running',
  paused: 'Paused',
  atEnd: 'Ended',
  amount: commonTexts.number,
  setTo: commonLabels.set,
  addAmount: commonLabels.add,
  text: commonLabels.text,
  time: 'Time',
  timeHint: 'Hours, minutes and seconds, such as 1:30:00, or seconds.',
  wrongTime: 'Enter a time such as 1:30:00.',
  addMinutes: commonMessages.minutes,
  lessMinutes: 'Subtract {minutes:number} min from {name}',
  moreMinutes: 'Add {minutes:number} min to {name}',
  newItem: 'New item',
  addItem: 'Add item',
  removeItem: 'Remove item {number}: {item}',
  noItems: 'The list is empty.',
  editAll: 'Edit as text',
  editAllTitle: 'Items of {name}',
  onePerLine: 'One item per line.',
  usage: 'In commands',
  details: 'Details',
  owner: 'Belongs to',
  lasts: 'Lasts',
  bounds: 'Bounds',
  initial: 'Initial value',
  from: 'from {min}',
  upTo: 'up to {max}',
  fromTo: '{min} to {max}',
  unique: 'Each item once',
  history: commonTexts.history,
  noHistory: 'Nothing has changed yet.',
  edit: commonTexts.edit,
  remove: commonTexts.delete,
  removeTitle: commonTexts.deleteNameQuestion,
  removeHelp: 'Commands show 0 instead. The activity log keeps its history.',
  removed: commonTexts.nameDeleted,
  saved: '{name} saved',
  createTitle: commonTexts.newValue,
  editTitle: commonTexts.editName,
  create: 'Create value',
  startFrom: 'Start from',
  nameHint: 'Letters, digits, dots, hyphens and underscores.',
  minimum: 'Minimum',
  maximum: 'Maximum',
  maximumTime: 'Longest time',
  boundHint: 'Empty = no limit.',
  initialTime: 'Initial time',
  maxItems: 'Maximum number of items',
  direction: 'Counts',
  viewer: commonLabels.viewer,
  platform: commonLabels.platform,
  show: 'Show',
  valueOf: 'Value of {username}',
  changedLast: 'Changed last',
  noViewers: 'No viewer has a value of their own yet.',
  notNumber: 'Enter a number.',
})

export const typeTitles = defineMessages('values.types', {
  number: commonLabels.number,
  text: commonLabels.text,
  list: commonLabels.list,
  clock: commonLabels.clock,
}) satisfies Readonly<Record<ValueType, () => string>>

export const ownerTitles = defineMessages('values.owners', {
  channel: 'The channel',
  viewer: 'Each viewer',
}) satisfies Readonly<Record<ValueOwner, () => string>>

export const lifetimeTitles = defineMessages('values.lifetimes', {
  forever: 'Until it is changed',
  stream: 'Until the stream ends',
}) satisfies Readonly<Record<ValueLifetime, () => string>>

export const directionTitles = defineMessages('values.directions', { up: 'Up', down: 'Down' })

/** Ready-made definitions for the dialog. */
export const templateTitles = defineMessages('values.templates', {
  deaths: commonLabels.deathCounter,
  goal: commonLabels.goal,
  quotes: 'Quotes',
  queue: 'Viewer queue',
  subathon: 'Subathon clock',
  wins: 'Wins of each viewer',
})
