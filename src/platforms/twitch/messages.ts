import { defineMessages } from '../../kernel/text/message.ts'

/** Texts about Twitch: listener status, notes about capabilities, errors. */
export const twitchMessages = defineMessages('platforms.twitch', {
  botNote: 'Uses your bot account.',
  clipsNote: 'Up to 60 seconds.',
  pinsNote: 'Checked every minute while the stream is live.',
  checking: 'Subscribing to the events of Twitch.',
  eventKinds: 'Twitch sends {count} of {total} kinds of events.',
  reconnecting: 'The connection to Twitch was lost. Reconnecting.',
  clipNotCreated: 'it accepted the clip but did not create it',
})
