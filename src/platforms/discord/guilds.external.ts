import {
  type DiscordPermission,
  type DiscordRoleChoice,
  discordPermissionBits,
  discordPermissions,
} from '../../capabilities/discord/contract/discord.ts'
import { asObject, type JsonObject, textIn } from '../calls/json-fields.ts'

const textChannel = 0
const announcementChannel = 5
const voiceChannel = 2
const stageChannel = 13
const administrator = 3n

export interface GuildChannel {
  readonly id: string
  readonly name: string
  readonly type: number
  readonly position: number
}

export interface GuildRole {
  readonly id: string
  readonly name: string
  readonly permissions: bigint
  readonly position: number
  /** Of a bot or a subscription of Discord: nobody can give it. */
  readonly isManaged: boolean
}

export interface VoiceMember {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly isBot: boolean
  readonly channelId: string
  /** By the server, as opposed to the member. */
  readonly isMutedByServer: boolean
  readonly isMuted: boolean
  readonly isDeafened: boolean
}

/** What is known about one server, kept up to date by its events. */
export interface Guild {
  readonly id: string
  name: string
  ownerId: string
  readonly channels: Map<string, GuildChannel>
  readonly roles: Map<string, GuildRole>
  readonly voice: Map<string, VoiceMember>
  /** The roles of the bot. */
  botRoles: readonly string[]
}

export type Guilds = Map<string, Guild>

/** Applies an event to what is known. Returns the server that changed. */
export function applyGuildEvent(guilds: Guilds, botId: string, type: string, data: unknown): Guild | undefined {
  const row = asObject(data)
  if (type === 'GUILD_CREATE') {
    const guild = guildIn(row, botId)
    guilds.set(guild.id, guild)
    return guild
  }
  const isOfGuild = type === 'GUILD_UPDATE' || type === 'GUILD_DELETE'
  const guild = guilds.get(String(isOfGuild ? row.id : row.guild_id))
  if (guild === undefined) return undefined
  switch (type) {
    case 'GUILD_UPDATE':
      guild.name = textIn(row, 'name')
      guild.ownerId = textIn(row, 'owner_id')
      return guild
    case 'GUILD_DELETE':
      // `unavailable` is an outage of Discord, after which the server is described again.
      guilds.delete(guild.id)
      return guild
    case 'CHANNEL_CREATE':
    case 'CHANNEL_UPDATE':
      guild.channels.set(textIn(row, 'id'), channelIn(row))
      return guild
    case 'CHANNEL_DELETE':
      guild.channels.delete(textIn(row, 'id'))
      return guild
    case 'GUILD_ROLE_CREATE':
    case 'GUILD_ROLE_UPDATE': {
      const role = roleIn(asObject(row.role))
      guild.roles.set(role.id, role)
      return guild
    }
    case 'GUILD_ROLE_DELETE':
      guild.roles.delete(textIn(row, 'role_id'))
      return guild
    case 'GUILD_MEMBER_UPDATE':
      if (textIn(asObject(row.user), 'id') === botId) guild.botRoles = textsIn(row.roles)
      return guild
    case 'VOICE_STATE_UPDATE':
      applyVoice(guild, row, row.member)
      return guild
    default:
      return undefined
  }
}

function guildIn(row: JsonObject, botId: string): Guild {
  const members = new Map(listIn(row.members).map((member) => [textIn(asObject(member.user), 'id'), member]))
  const guild: Guild = {
    id: textIn(row, 'id'),
    name: textIn(row, 'name'),
    ownerId: textIn(row, 'owner_id'),
    channels: new Map(listIn(row.channels).map((channel) => [textIn(channel, 'id'), channelIn(channel)])),
    roles: new Map(listIn(row.roles).map((role) => [textIn(role, 'id'), roleIn(role)])),
    voice: new Map(),
    botRoles: textsIn(members.get(botId)?.roles),
  }
  // The states of a whole server come without the members, who are in a list beside them.
  for (const state of listIn(row.voice_states)) applyVoice(guild, state, members.get(textIn(state, 'user_id')))
  return guild
}

function applyVoice(guild: Guild, state: JsonObject, member: unknown): void {
  const id = textIn(state, 'user_id')
  if (typeof state.channel_id !== 'string') {
    guild.voice.delete(id)
    return
  }
  const known = guild.voice.get(id)
  const isMutedByServer = state.mute === true
  guild.voice.set(id, {
    ...(member === undefined ? (known ?? { id, username: id, displayName: id, isBot: false }) : personIn(member)),
    channelId: state.channel_id,
    isMutedByServer,
    isMuted: isMutedByServer || state.self_mute === true,
    isDeafened: state.deaf === true || state.self_deaf === true,
  })
}

function personIn(member: unknown): Pick<VoiceMember, 'id' | 'username' | 'displayName' | 'isBot'> {
  const row = asObject(member)
  const user = asObject(row.user)
  const username = textIn(user, 'username')
  return { id: textIn(user, 'id'), username, displayName: nameOf(row, user), isBot: user.bot === true }
}

/** The name that people see: of the server, else of the person, else of the account. */
export function nameOf(member: JsonObject, user: JsonObject): string {
  return [member.nick, user.global_name].find((name) => typeof name === 'string') ?? textIn(user, 'username')
}

function channelIn(row: JsonObject): GuildChannel {
  const position = typeof row.position === 'number' ? row.position : 0
  return { id: textIn(row, 'id'), name: textIn(row, 'name'), type: Number(row.type), position }
}

function roleIn(row: JsonObject): GuildRole {
  return {
    id: textIn(row, 'id'),
    name: textIn(row, 'name'),
    permissions: BigInt(textIn(row, 'permissions')),
    position: typeof row.position === 'number' ? row.position : 0,
    isManaged: row.managed === true,
  }
}

/** The permissions of the bot on the whole server, of those that it needs. Single channels may deny more. */
export function permissionsIn(guild: Guild): ReadonlySet<DiscordPermission> {
  // The role of everybody has the id of the server.
  const all = [guild.id, ...guild.botRoles].reduce((bits, id) => bits | (guild.roles.get(id)?.permissions ?? 0n), 0n)
  const isAdministrator = ((all >> administrator) & 1n) === 1n
  return new Set(
    discordPermissions.filter((name) => isAdministrator || ((all >> BigInt(discordPermissionBits[name])) & 1n) === 1n),
  )
}

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position

export function textChannelsIn(guild: Guild): GuildChannel[] {
  return [...guild.channels.values()]
    .filter(({ type }) => type === textChannel || type === announcementChannel)
    .sort(byPosition)
}

export function voiceChannelsIn(guild: Guild): GuildChannel[] {
  return [...guild.channels.values()].filter(isVoice).sort(byPosition)
}

export function isVoice({ type }: GuildChannel): boolean {
  return type === voiceChannel || type === stageChannel
}

/** The roles that people have made, the highest first. */
export function rolesIn(guild: Guild): DiscordRoleChoice[] {
  const own = Math.max(0, ...guild.botRoles.map((id) => guild.roles.get(id)?.position ?? 0))
  return [...guild.roles.values()]
    .filter(({ id, isManaged }) => id !== guild.id && !isManaged)
    .sort((one, other) => other.position - one.position)
    .map(({ id, name, position }) => ({ id, name, isAssignable: position < own }))
}

function listIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : []
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
