import { asObject, type JsonObject, textIn } from '../calls/json-fields.ts'
import { type Guild, nameOf } from './guilds.external.ts'
import type { InteractionReference } from './requests.external.ts'

const slashCommand = 2
const plainMessage = 0
const replyMessage = 19

export interface DiscordPerson {
  readonly id: string
  /** As people see it on the server. */
  readonly name: string
}

/** Somebody used a slash command. */
export interface Interaction extends InteractionReference {
  readonly command: string
  readonly options: Readonly<Record<string, string>>
  /** `handle`: the name of the account, which nobody else on Discord has. */
  readonly person: DiscordPerson & { readonly handle: string }
}

/** Undefined for interactions that are not slash commands. */
export function interactionIn(data: unknown): Interaction | undefined {
  const row = asObject(data)
  if (row.type !== slashCommand) return undefined
  const member = asObject(row.member)
  const user = asObject(member.user)
  const command = asObject(row.data)
  const options = Array.isArray(command.options) ? command.options.map(asObject) : []
  return {
    id: textIn(row, 'id'),
    applicationId: textIn(row, 'application_id'),
    token: textIn(row, 'token'),
    command: textIn(command, 'name'),
    options: Object.fromEntries(options.map((option) => [textIn(option, 'name'), String(option.value)])),
    person: { id: textIn(user, 'id'), name: nameOf(member, user), handle: textIn(user, 'username') },
  }
}

/** A message that a member wrote in a text channel. */
export interface WrittenMessage {
  readonly channelId: string
  readonly person: DiscordPerson
  /** Without marks of Discord: mentions, emotes and channels are shown as people read them. */
  readonly text: string
}

/** Undefined for messages of bots and webhooks, this bot included, and for what is not a message of a person. */
export function messageIn(data: unknown, guild: Guild): WrittenMessage | undefined {
  const row = asObject(data)
  const author = asObject(row.author)
  if (author.bot === true || row.webhook_id !== undefined) return undefined
  if (row.type !== plainMessage && row.type !== replyMessage) return undefined
  const member = row.member === undefined ? {} : asObject(row.member)
  return {
    channelId: textIn(row, 'channel_id'),
    person: { id: textIn(author, 'id'), name: nameOf(member, author) },
    text: readable(textIn(row, 'content'), row, guild),
  }
}

function readable(content: string, row: JsonObject, guild: Guild): string {
  const mentions = Array.isArray(row.mentions) ? row.mentions.map(asObject) : []
  const names = new Map(mentions.map((user) => [textIn(user, 'id'), nameOf({}, user)]))
  return content
    .replace(/<@!?(\d+)>/g, (_mark, id: string) => names.get(id) ?? '…')
    .replace(/<@&(\d+)>/g, (_mark, id: string) => guild.roles.get(id)?.name ?? '…')
    .replace(/<#(\d+)>/g, (_mark, id: string) => `#${guild.channels.get(id)?.name ?? '…'}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/<t:-?\d+(?::\w)?>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
