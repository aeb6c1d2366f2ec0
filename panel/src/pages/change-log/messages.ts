import type { ThingKind } from '../../../../src/capabilities/change-log/contract/things.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const trashMessages = defineMessages('settings.trash', {
  name: commonLabels.name,
  type: commonLabels.type,
  deletedBy: 'Deleted by',
  deleted: 'Deleted',
  left: { plural: 'days', one: '{days:number} day left', other: '{days:number} days left' },
  none: 'The trash is empty',
  noneHelp: 'What you delete appears here and can be restored for 30 days.',
  restore: 'Restore',
  restoreOne: 'Restore {name}',
  remove: 'Delete for good',
  removeOne: 'Delete {name} for good',
  removeTitle: 'Delete {name} for good?',
  removeHelp: 'It cannot be restored after this.',
  removed: '{name} deleted for good',
  empty: 'Empty trash',
  emptyTitle: 'Empty the trash?',
  emptyHelp: 'Nothing in it can be restored after this.',
  emptied: 'Trash emptied',
  older: commonTexts.showOlder,
})

export const kindTitles = defineMessages('settings.trash.kinds', {
  command: commonLabels.command,
  automation: commonLabels.automation,
  show: 'Show',
  deck: 'Deck',
  widget: 'Widget',
  effect: commonWords.effect,
  alert: commonWords.audioAlert,
  value: commonLabels.value,
  upload: commonTexts.file,
}) satisfies Readonly<Record<ThingKind, () => string>>
