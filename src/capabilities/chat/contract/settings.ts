import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, object, oneOf, withDefault } from '../../../kernel/schema/schema.ts'

const description =
  'The server asks this service for your emotes, so the service learns the address of the server and your account.'

/** Off by default: each of these tells another company that this server exists. */
export const emoteSettings = defineSetting({
  name: 'emotes',
  section: 'bot',
  title: 'Emotes of other services',
  help: 'Emotes of browser extensions in chat messages, for pages that show your chat.',
  role: 'editor',
  schema: object({
    seventv: withDefault(boolean({ title: '7TV emotes', description }), false),
    bttv: withDefault(boolean({ title: 'BetterTTV emotes', description }), false),
    ffz: withDefault(boolean({ title: 'FrankerFaceZ emotes', description }), false),
  }),
})

/** What becomes of messages that guests of a shared chat write in their own channels. */
export const guestMessages = ['ignored', 'shown', 'counted'] as const

export const sharedChatSettings = defineSetting({
  name: 'shared_chat',
  section: 'bot',
  title: 'Shared chat',
  help: 'Twitch shows the chats of several channels as one while they stream together.',
  role: 'editor',
  schema: object({
    guests: withDefault(
      oneOf(guestMessages, {
        title: 'Messages from the other channels',
        description:
          'Shown: in the chat of the panel and the overlay only. Counted: they also count for points and watch time, run commands, and are moderated.',
        titles: { ignored: 'Ignored', shown: 'Shown', counted: 'Counted' },
      }),
      'ignored',
    ),
  }),
})
