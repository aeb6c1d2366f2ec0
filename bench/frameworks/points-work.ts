import type { IncomingMessage } from 'node:http'
import { hashSecret } from '../../src/capabilities/keys/key-format.ts'
import { getPoints } from '../../src/capabilities/points/operations/get-points.ts'
import { asViewer, findByName } from '../../src/capabilities/viewers/viewer-rows.ts'
import { type Statement, sql } from '../../src/kernel/storage/database.ts'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { openConnection } from '../../src/kernel/storage/sqlite/connection.ts'

export interface KnownKey {
  readonly id: string
  readonly channelId: number
  readonly scopes: ReadonlySet<string>
  readonly expiresAt: number | null
  readonly revokedAt: number | null
}

const findKey = sql<
  { hash: string },
  { id: string; channel: number; scopes: string; expires: number; revoked: number }
>(
  `SELECT id, channel_id AS channel, scopes, expires_at AS expires, revoked_at AS revoked FROM api_keys
   WHERE hash = :hash`,
)

export const { ratePerMinute, scope } = getPoints
export const policy = `"get-points";q=${ratePerMinute};w=60`

/**
 * The work of get-points apart from HTTP, as another server would do it: keys cached by their header, one
 * prepared statement per call.
 */
export function openPointsWork(folder: string) {
  const connection = openConnection(databaseFile(folder), { readOnly: true })
  const keys = new Map<string, KnownKey>()

  function lookUp(header: string): KnownKey | undefined {
    const secret = /^Bearer +(\S+) *$/i.exec(header)?.[1]
    const row = secret && connection.row(findKey as Statement, { hash: hashSecret(secret) })
    if (!row) return undefined
    const { id, channel, scopes, expires, revoked } = row as Record<'id' | 'scopes', string> &
      Record<'channel' | 'expires' | 'revoked', number>
    return { id, channelId: channel, scopes: new Set(JSON.parse(scopes)), expiresAt: expires, revokedAt: revoked }
  }

  return {
    /** Undefined: a 401. */
    keyOf(req: IncomingMessage): KnownKey | undefined {
      const header = req.headers.authorization ?? ''
      const known = keys.get(header) ?? lookUp(header)
      if (known === undefined) return undefined
      keys.set(header, known)
      const isOver = known.revokedAt !== null || (known.expiresAt !== null && known.expiresAt <= Date.now())
      return isOver ? undefined : known
    },

    /** Undefined: a 404. */
    answerFor(key: KnownKey, { platform, username }: { readonly platform: string; readonly username: string }) {
      const params = { channel: key.channelId, platform: 'kick', key: username.toLowerCase() }
      const row = connection.row(findByName as Statement, params)
      if (row === undefined) return undefined
      const viewer = asViewer(row as Parameters<typeof asViewer>[0])
      return {
        success: true,
        platform,
        user_id: viewer.userId,
        username: viewer.username,
        displayname: viewer.displayname,
        points: viewer.points,
        coin: viewer.coin,
        message_count: viewer.messageCount,
      }
    },
  }
}
