import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const quickButtonMessages = defineMessages('quickButtons', {
  title: commonWords.quickActions,
  edit: 'Edit quick actions',
  none: 'Nothing to trigger yet. Create an alert, an effect or a command first.',
  help: 'Choose up to {max:number} buttons. They stand in the order in which you choose them.',
  search: 'Search actions',
  noneFound: 'No action matches',
  saved: 'Quick actions saved',
})

/** The groups of the dialog that chooses the buttons. */
export const quickGroups = defineMessages('quickButtons.groups', {
  alert: commonMessages.alerts,
  effect: commonWords.effects,
  command: commonWords.commands,
  automation: commonMessages.automations,
  scene: 'OBS scenes',
  clip: commonWords.clips,
})
