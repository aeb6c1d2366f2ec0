import type { Log } from '../kernel/log.ts'
import { type Database, sql } from '../kernel/storage/database.ts'
import type { Platform } from './contract/platforms.ts'
import type { Platforms } from './platforms.ts'

const listChannels = sql<Record<never, never>, { channel_id: number }>(
  'SELECT DISTINCT channel_id FROM platform_accounts ORDER BY channel_id LIMIT 100000',
)

export type Listening = ReturnType<typeof createListening>

/** Starts the event listener of every connected account that has one, and stops it on disconnect. */
export function createListening(needs: {
  db: Database
  platforms: Platforms
  log: Log
  /** Called when the listener of an account starts. */
  onListen?: (channelId: number, platform: Platform) => void
}) {
  const { db, platforms, log, onListen } = needs
  const stops = new Map<string, () => void>()
  let isOpen = false

  async function renew(channelId: number, platform: Platform): Promise<void> {
    if (!isOpen) return
    const key = `${channelId}/${platform}`
    const connection = await platforms.find(channelId, platform)
    // No await from here on, so that two renewals at the same time leave only one listener.
    stops.get(key)?.()
    stops.delete(key)
    const listen = isOpen ? connection?.connector.listen : undefined
    if (connection === undefined || listen === undefined) return
    stops.set(key, listen(connection.account))
    onListen?.(channelId, platform)
  }

  function report(channelId: number, platform: Platform, error: unknown): void {
    log.error('could not start the event listener', { channelId, platform, error })
  }

  return {
    async start(): Promise<void> {
      isOpen = true
      for (const { channel_id: channelId } of await db.all(listChannels, {})) {
        for (const { account } of await platforms.connected(channelId)) {
          // One that cannot be started keeps no other from starting.
          await renew(channelId, account.platform).catch((error: unknown) => report(channelId, account.platform, error))
        }
      }
    },

    /** Call after an account was connected, changed or disconnected. */
    renew(channelId: number, platform: Platform): void {
      renew(channelId, platform).catch((error: unknown) => report(channelId, platform, error))
    },

    close(): void {
      isOpen = false
      for (const stop of stops.values()) stop()
      stops.clear()
    },
  }
}
