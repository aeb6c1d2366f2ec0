import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const streamerbotCardMessages = defineMessages('settings.streamerbot', {
  title: commonLabels.streamerbotClients,
  help: 'Decks and widgets that were made for Streamer.bot can connect to this server. Your automations and commands are their actions. Off until you set it up.',
})
