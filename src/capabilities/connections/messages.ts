import { commonLabels } from '../../definitions/common-labels.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about connections that are no account. */
export const connectionMessages = defineMessages('connections', {
  extension: commonLabels.clipExtension,
  noBrowser: 'No paired browser is open.',
  noTab: 'No Kick tab is open.',
  streamerbot: commonLabels.streamerbotClients,
})
