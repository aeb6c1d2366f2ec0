import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'

/** What a viewer needs for a role on Discord. */
export const discordRoleReasons = ['watch_time', 'points', 'subscription'] as const
export type DiscordRoleReason = (typeof discordRoleReasons)[number]

/** An id of Discord; empty for none. */
function id(title: string, description?: string) {
  const about = description === undefined ? { title } : { title, description }
  return withDefault(text({ max: 20, cleaning: 'name', ...about }), '')
}

function toggle(title: string, isOn: boolean, description?: string) {
  return withDefault(boolean(description === undefined ? { title } : { title, description }), isOn)
}

/** Written in the language of the channel, unless somebody has changed it. */
export const defaultAnnouncement = '{channel} is live: {title}'

const announcement = object(
  {
    enabled: toggle('Announce streams', false),
    channel_id: id('Channel'),
    message: withDefault(
      text({
        title: 'Text',
        max: 500,
        cleaning: 'line',
        description: '{channel}, {title} and {category} are filled in.',
      }),
      defaultAnnouncement,
    ),
    role_id: id('Role to ping'),
    picture: toggle('Show a picture', true),
    picture_url: withDefault(
      text({
        title: 'Picture',
        max: 500,
        cleaning: 'name',
        description: 'An https address; empty for the preview of the stream.',
      }),
      '',
    ),
    summary: toggle('Replace it by a summary at the end', true),
  },
  { title: 'Go-live announcement' },
)

const clips = object({ enabled: toggle('Post clips', false), channel_id: id('Channel') }, { title: 'Clips' })

const roleRule = object({
  role_id: text({ title: 'Role', max: 20, cleaning: 'name' }),
  reason: oneOf(discordRoleReasons, {
    title: 'For',
    titles: { watch_time: 'Watch time (hours)', points: 'Points', subscription: 'Subscription' },
  }),
  minimum: withDefault(integer({ title: 'At least', min: 0, max: 99_999_999 }), 0),
})

const bridge = object(
  {
    enabled: toggle('Connect the chats', false),
    channel_id: id('Channel'),
    to_discord: toggle('Stream chat to Discord', true),
    to_chat: toggle('Discord to stream chat', true, 'Needs the Message Content Intent of your bot.'),
    platforms: withDefault(list(oneOf(platforms), { title: 'Platforms', max: platforms.length }), platforms),
  },
  { title: 'Chat bridge' },
)

export const discordSettings = defineSetting({
  name: 'discord',
  title: 'Discord',
  help: 'Set under Settings, Discord.',
  // Roles on Discord are access to whatever the server gives them, so only the owner decides who gets them.
  role: 'owner',
  schema: object({
    channel_id: id('Default channel', 'For messages that name no channel.'),
    log_channel_id: id('Log channel', 'Gets bans, timeouts and deleted messages.'),
    broadcaster_id: id('Your Discord account', 'The id of your account; by default the owner of the server.'),
    announcement: withDefault(announcement, {
      enabled: false,
      channel_id: '',
      message: defaultAnnouncement,
      role_id: '',
      picture: true,
      picture_url: '',
      summary: true,
    }),
    clips: withDefault(clips, { enabled: false, channel_id: '' }),
    roles: withDefault(list(roleRule, { title: 'Roles', max: 25 }), []),
    slash_commands: toggle('Slash commands', true),
    bridge: withDefault(bridge, {
      enabled: false,
      channel_id: '',
      to_discord: true,
      to_chat: true,
      platforms: [...platforms],
    }),
  }),
})
