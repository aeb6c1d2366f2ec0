import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about connections that are no account. */
export const connectionMessages = defineMessages('connections', {
  extension: 'Clip extension',
  noBrowser: 'No paired browser is open.',
  noTab: 'No Kick tab is open.',
  streamerbot: 'Streamer.bot clients',
})
