import type { Guild } from '../../platforms/discord/guilds.external.ts'
import type { DiscordSession } from './discord-session.ts'

/** What the bot of one channel does by itself. It exists for as long as the session does. */
export interface DiscordFeatures {
  /** An event of the server of the channel. */
  receive(type: string, data: unknown, guild: Guild): void
  /** The connection, or what is known about the server, has changed. */
  onChange(): void
  close(): Promise<void>
}

export type OpenDiscordFeatures = (of: {
  readonly channelId: number
  readonly session: DiscordSession
}) => Promise<DiscordFeatures>
