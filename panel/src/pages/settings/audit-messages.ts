import { keysPage } from '../../../../src/capabilities/keys/contract/page.ts'
import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const auditMessages = defineMessages('settings.audit', {
  person: 'Person',
  type: commonLabels.type,
  everyone: commonLabels.everyone,
  allChanges: 'All changes',
  terminal: 'Terminal',
  none: 'No matching changes',
  more: 'Show older',
})

/** By how the kind of an event begins. */
export const auditKinds = defineMessages('settings.audit.kinds', {
  key: keysPage.title,
  person: commonTexts.team,
  session: 'Sign-ins',
  setting: settingsPage.title,
  platform: commonLabels.platforms,
  overlay: commonMessages.overlay,
  command: commonLabels.commands,
  points: commonLabels.points,
  viewer: commonLabels.viewers,
  stream: commonLabels.stream,
  backup: commonTexts.backups,
  panel: 'Other',
})
