import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, object, withDefault } from '../../../kernel/schema/schema.ts'

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
