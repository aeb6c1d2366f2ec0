import { Failure } from '../../kernel/operation/contract/failures.ts'
import { discordMessages } from './messages.ts'

export const defaultDiscordApi = 'https://discord.com/api/v10'

export interface DiscordSettings {
  readonly token: string
  /** The server that is chosen, where the bot is on several. */
  readonly guildId: string | undefined
  /** The base of the REST API. */
  readonly api: string
}

/** Undefined without a token. Throws a `Failure` for values that cannot be right. */
export function discordSettingsIn(
  values: Readonly<Record<string, string | undefined>>,
  api = defaultDiscordApi,
): DiscordSettings | undefined {
  const { token, guild } = values
  if (token === undefined) return undefined
  // A token has three parts. What people paste by mistake is the client secret or the public key, which have none.
  const bare = token.replace(/^Bot\s+/i, '')
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(bare)) {
    throw new Failure('invalid_parameter', { message: discordMessages.wrongToken.of() })
  }
  if (guild !== undefined && !isSnowflake(guild)) {
    throw new Failure('invalid_parameter', { message: discordMessages.wrongGuild.of() })
  }
  return { token: bare, guildId: guild, api: api.replace(/\/$/, '') }
}

/** Ids of Discord are numbers of up to 64 bits, written as text. */
export function isSnowflake(text: string): boolean {
  return /^\d{15,20}$/.test(text)
}
