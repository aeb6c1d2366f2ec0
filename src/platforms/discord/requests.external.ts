import { asObject, textIn } from '../calls/json-fields.ts'
import type { DiscordRest } from './rest.ts'

/** Nobody is notified by what a message contains. */
const noMentions = { parse: [] }
/** Answers that only the person who asked can see. */
const ephemeral = 1 << 6
/** Links in the text get no preview. */
const suppressEmbeds = 1 << 2

export interface DiscordEmbed {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly color?: number | undefined
  readonly image?: string | undefined
  readonly fields?: readonly { readonly name: string; readonly value: string }[]
  /** Milliseconds since 1970. */
  readonly at?: number | undefined
}

export interface DiscordMessage {
  readonly text?: string | undefined
  readonly embed?: DiscordEmbed | undefined
  /** The one role that may be notified. */
  readonly pings?: string | undefined
  /** A message with the same text here is created once, however often it is sent in the next minutes. */
  readonly nonce?: string | undefined
  readonly hidesPreviews?: boolean
}

export interface SlashCommand {
  readonly name: string
  readonly description: string
  readonly options?: readonly {
    readonly name: string
    readonly description: string
    readonly isRequired?: boolean
    readonly choices?: readonly { readonly name: string; readonly value: string }[]
  }[]
}

export interface DiscordGuildEntry {
  readonly id: string
  readonly name: string
}

export type DiscordRequests = ReturnType<typeof createDiscordRequests>

/** The requests that this server makes, in its own names. */
export function createDiscordRequests({ send }: Pick<DiscordRest, 'send'>) {
  return {
    async me(): Promise<{ id: string; name: string }> {
      const user = asObject(await send({ method: 'GET', path: '/users/@me' }))
      return { id: textIn(user, 'id'), name: textIn(user, 'username') }
    },

    /** At most 200, which is enough to choose from. */
    async listGuilds(): Promise<DiscordGuildEntry[]> {
      const rows = await send({ method: 'GET', path: '/users/@me/guilds' })
      return Array.isArray(rows)
        ? rows.map(asObject).map((row) => ({ id: textIn(row, 'id'), name: textIn(row, 'name') }))
        : []
    },

    async createMessage(channelId: string, message: DiscordMessage): Promise<{ id: string }> {
      const body = await send({ method: 'POST', path: `/channels/${channelId}/messages`, json: messageOut(message) })
      return { id: textIn(asObject(body), 'id') }
    },

    async editMessage(channelId: string, messageId: string, message: DiscordMessage): Promise<void> {
      const path = `/channels/${channelId}/messages/${messageId}`
      await send({ method: 'PATCH', path, json: messageOut(message) })
    },

    /** Moves a member to a voice channel, or out of voice with null. */
    async moveMember(guildId: string, userId: string, channelId: string | null): Promise<void> {
      await send({ method: 'PATCH', path: `/guilds/${guildId}/members/${userId}`, json: { channel_id: channelId } })
    },

    async muteMember(guildId: string, userId: string, mute: boolean): Promise<void> {
      await send({ method: 'PATCH', path: `/guilds/${guildId}/members/${userId}`, json: { mute } })
    },

    /** The roles of a member. */
    async memberRoles(guildId: string, userId: string): Promise<readonly string[]> {
      const { roles } = asObject(await send({ method: 'GET', path: `/guilds/${guildId}/members/${userId}` }))
      return Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : []
    },

    async addRole(guildId: string, userId: string, roleId: string): Promise<void> {
      await send({ method: 'PUT', path: `/guilds/${guildId}/members/${userId}/roles/${roleId}` })
    },

    async removeRole(guildId: string, userId: string, roleId: string): Promise<void> {
      await send({ method: 'DELETE', path: `/guilds/${guildId}/members/${userId}/roles/${roleId}` })
    },

    /** Replaces all slash commands of the bot on this server. */
    async setSlashCommands(applicationId: string, guildId: string, commands: readonly SlashCommand[]): Promise<void> {
      const path = `/applications/${applicationId}/guilds/${guildId}/commands`
      await send({ method: 'PUT', path, json: commands.map(commandOut) })
    },

    async answer(interaction: InteractionReference, text: string, isPrivate: boolean): Promise<void> {
      const data = { content: text, allowed_mentions: noMentions, flags: isPrivate ? ephemeral : 0 }
      await callback(interaction, { type: 4, data })
    },

    /** Shows that the answer takes longer than three seconds. */
    async defer(interaction: InteractionReference, isPrivate: boolean): Promise<void> {
      await callback(interaction, { type: 5, data: { flags: isPrivate ? ephemeral : 0 } })
    },

    async answerLater({ applicationId, token }: InteractionReference, text: string): Promise<void> {
      const path = `/webhooks/${applicationId}/${token}/messages/@original`
      const json = { content: text, allowed_mentions: noMentions }
      await send({ method: 'PATCH', path, json, isInteraction: true })
    },
  }

  async function callback({ id, token }: InteractionReference, json: unknown): Promise<void> {
    await send({ method: 'POST', path: `/interactions/${id}/${token}/callback`, json, isInteraction: true })
  }
}

export interface InteractionReference {
  readonly id: string
  readonly applicationId: string
  readonly token: string
}

function messageOut({ text, embed, pings, nonce, hidesPreviews = false }: DiscordMessage): object {
  return {
    ...(text !== undefined && { content: text }),
    ...(embed !== undefined && { embeds: [embedOut(embed)] }),
    allowed_mentions: pings === undefined ? noMentions : { parse: [], roles: [pings] },
    ...(nonce !== undefined && { nonce, enforce_nonce: true }),
    ...(hidesPreviews && { flags: suppressEmbeds }),
  }
}

function embedOut({ image, at, ...embed }: DiscordEmbed): object {
  return {
    ...embed,
    ...(image !== undefined && { image: { url: image } }),
    ...(at !== undefined && { timestamp: new Date(at).toISOString() }),
  }
}

function commandOut({ name, description, options = [] }: SlashCommand): object {
  return {
    type: 1,
    name,
    description,
    options: options.map(({ isRequired = false, ...option }) => ({ type: 3, required: isRequired, ...option })),
  }
}
