import type { Platform } from '../contract/platforms.ts'
import type { Log } from '../log.ts'
import { type Database, sql } from '../storage/database.ts'
import type { Platforms } from './platforms.ts'

const listChannels = sql<Record<never, never>, { channel_id: number }>(
  'SELECT DISTINCT channel_id FROM platform_accounts ORDER BY channel_id LIMIT 100000',
)

export type Listening = ReturnType<typeof createListening>

/** Has every connector that can listen do so, for as long as its account is connected. */
export function createListening(needs: {
  db: Database
  platforms: Platforms
  log: Log
  /** Told whenever an account begins to be listened to. */
  onListen?: (channelId: number, platform: Platform) => void
}) {
  const { db, platforms, log, onListen } = needs
  const stops = new Map<string, () => void>()
  let isOpen = false

  async function renew(channelId: number, platform: Platform): Promise<void> {
    if (!isOpen) return
    const key = `${channelId}/${platform}`
    const connection = await platforms.find(channelId, platform)
    // Together, so that two who renew at once leave only one listener behind.
    stops.get(key)?.()
    stops.delete(key)
    const listen = isOpen ? connection?.connector.listen : undefined
    if (connection === undefined || listen === undefined) return
    stops.set(key, listen(connection.account))
    onListen?.(channelId, platform)
  }

  return {
    async start(): Promise<void> {
      isOpen = true
      for (const { channel_id: channelId } of await db.all(listChannels, {})) {
        for (const { account } of await platforms.connected(channelId)) await renew(channelId, account.platform)
      }
    },

    /** After an account was connected, changed or disconnected. */
    renew(channelId: number, platform: Platform): void {
      renew(channelId, platform).catch((error: unknown) => log.error('cannot listen', { channelId, platform, error }))
    },

    close(): void {
      isOpen = false
      for (const stop of stops.values()) stop()
      stops.clear()
    },
  }
}
