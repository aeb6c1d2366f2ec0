import { type ShownState, shownStates } from '../../definitions/connection-state.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, type Static, text } from '../../kernel/schema/schema.ts'
import type { Text } from '../../kernel/text/message.ts'
import { isSnowflake } from '../../platforms/discord/settings.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import { storedSetting } from '../settings/stored-setting.ts'
import { defaultAnnouncementIn } from './announcement-text.ts'
import { discordInvite, discordPermissionTitles } from './contract/discord.ts'
import { defaultAnnouncement, discordSettings } from './contract/settings.ts'
import { discordErrors, discordNotes } from './messages.ts'

const choice = object({ id: text(), name: text() })

export const getDiscord = definePanelOperation({
  name: 'get-discord',
  summary: 'The state of the Discord bot, and the channels and roles of its server to choose from.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    state: oneOf(shownStates),
    message: text(),
    until: nullable(integer()),
    bot_name: nullable(text()),
    guild_name: nullable(text()),
    invite_url: nullable(text({ description: 'Where the owner of a server adds the bot.' })),
    missing: list(text(), { description: 'The permissions that the bot lacks.' }),
    settings: discordSettings.schema,
    default_announcement: text({
      description: 'The announcement that was never changed, in the language of the channel.',
    }),
    text_channels: list(choice),
    voice_channels: list(choice),
    roles: list(
      object({
        id: text(),
        name: text(),
        assignable: boolean({ description: 'Whether the role of the bot stands above it.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      state: 'connected',
      message: 'stagehand is connected to Show lounge.',
      until: null,
      bot_name: 'stagehand',
      guild_name: 'Show lounge',
      invite_url: discordInvite('1184920000000000001'),
      missing: [],
      settings: discordSettings.default,
      default_announcement: defaultAnnouncement,
      text_channels: [{ id: '290926798999357250', name: 'general' }],
      voice_channels: [{ id: '290926798999357251', name: 'On air' }],
      roles: [{ id: '290926798999357260', name: 'Regular', assignable: true }],
    },
  },
  async handle({ caller, ctx }) {
    const { id } = caller.channel
    const connection = ctx.discord.connectionOf(id)
    const snapshot = ctx.discord.snapshotOf(id)
    const isOnServer = snapshot?.guild !== undefined && snapshot.guild !== null
    const directory = isOnServer ? await ctx.discord.call(caller, 'directory', {}) : undefined
    const state: ShownState = connection?.state ?? 'off'
    return {
      state,
      message:
        connection?.message ?? ((await ctx.discord.isSimulated(caller.channel)) ? discordNotes.simulated.of() : ''),
      until: connection?.until ?? null,
      bot_name: snapshot?.botName ?? null,
      guild_name: snapshot?.guild?.name ?? null,
      invite_url: snapshot === undefined ? null : discordInvite(snapshot.applicationId),
      missing: (snapshot?.guild?.missing ?? []).map((name) => discordPermissionTitles[name].of()),
      settings: (await ctx.settings.of(id)).discord,
      default_announcement: defaultAnnouncementIn(await channelCatalogue(ctx.settings, id)),
      text_channels: [...(directory?.textChannels ?? [])],
      voice_channels: [...(directory?.voiceChannels ?? [])],
      roles: (directory?.roles ?? []).map(({ id: roleId, name, isAssignable }) => {
        return { id: roleId, name, assignable: isAssignable }
      }),
    }
  },
})

const saveDiscordSettingsUnchecked = definePanelOperation({
  name: 'save-discord-settings',
  summary: 'Replaces what the Discord bot does by itself: announcements, clips, roles, slash commands and the bridge.',
  role: 'owner',
  // Roles on Discord are access to whatever the server gives them.
  grants: 'access',
  effect: 'rows',
  input: object({ settings: discordSettings.schema }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...discordSettings.default, channel_id: '290926798999357250' } },
    output: {},
  },
  async handle({ input, caller, ctx, commit }) {
    requireIds(input.settings)
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'discord', input.settings)
      return {}
    })
  },
})

export const saveDiscordSettings = ifUnchanged(saveDiscordSettingsUnchecked, storedSetting('discord'))

/** Ids become parts of paths at Discord, and the address of a picture is opened by everybody who reads the message. */
function requireIds(settings: Static<typeof discordSettings.schema>): void {
  const { announcement, clips, bridge, roles } = settings
  const given: readonly (readonly [path: string, id: string])[] = [
    ['channel_id', settings.channel_id],
    ['log_channel_id', settings.log_channel_id],
    ['broadcaster_id', settings.broadcaster_id],
    ['announcement.channel_id', announcement.channel_id],
    ['announcement.role_id', announcement.role_id],
    ['clips.channel_id', clips.channel_id],
    ['bridge.channel_id', bridge.channel_id],
    ...roles.map(({ role_id: id }, index) => [`roles[${index}].role_id`, id] as const),
  ]
  const wrong = given.find(([path, id]) => !isSnowflake(id) && (id !== '' || path.startsWith('roles')))
  if (wrong !== undefined) throw refused(wrong[0], discordErrors.wrongId.of({ path: wrong[0] }))
  const { picture_url: picture } = announcement
  const isAddress = URL.canParse(picture) && new URL(picture).protocol === 'https:'
  if (picture !== '' && !isAddress) throw refused('announcement.picture_url', discordErrors.wrongPicture.of())
}

function refused(path: string, message: Text): Failure {
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
