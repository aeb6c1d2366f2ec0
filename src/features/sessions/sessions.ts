import type { Clock, Ids } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import { type Database, sql } from '../../storage/database.ts'
import type { Channel, Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { hashSecret } from '../keys/key-format.ts'

const linkLifeMs = 60 * 60 * 1000
const sessionLifeMs = 30 * 24 * 60 * 60 * 1000
export const sessionCookie = 'showcaller_session'

const insertLink = sql<{ hash: string; channel: number; expiresAt: number }>(
  'INSERT INTO sign_in_links (hash, channel_id, expires_at) VALUES (:hash, :channel, :expiresAt)',
)
const takeLink = sql<{ hash: string }, { channel_id: number; expires_at: number }>(
  'DELETE FROM sign_in_links WHERE hash = :hash RETURNING channel_id, expires_at',
)
const deleteOldLinks = sql<{ now: number }>('DELETE FROM sign_in_links WHERE expires_at < :now')
const insertSession = sql<{ hash: string; channel: number; now: number; expiresAt: number }>(
  'INSERT INTO sessions (hash, channel_id, created_at, expires_at) VALUES (:hash, :channel, :now, :expiresAt)',
)
const findSession = sql<{ hash: string; now: number }, { channel_id: number }>(
  'SELECT channel_id FROM sessions WHERE hash = :hash AND expires_at > :now',
)
const deleteSession = sql<{ hash: string }>('DELETE FROM sessions WHERE hash = :hash')
const deleteOldSessions = sql<{ now: number }>('DELETE FROM sessions WHERE expires_at < :now')

export type Sessions = ReturnType<typeof createSessions>

/** Who is signed in at the panel. Links and sessions are random, shown once and stored as hashes. */
export function createSessions(needs: { db: Database; clock: Clock; ids: Ids; channels: Channels; events: Events }) {
  const { db, clock, ids, channels, events } = needs
  return {
    /** Good for one sign-in within an hour. */
    async makeLink(channel: Channel): Promise<string> {
      const link = `link_${ids.secret(32)}`
      await db.write(async (tx) => {
        await tx.run(deleteOldLinks, { now: clock.now() })
        await tx.run(insertLink, { hash: hashSecret(link), channel: channel.id, expiresAt: clock.now() + linkLifeMs })
      })
      return link
    },

    /** Turns a link into a session, once. */
    async redeem(link: string, requestId: string): Promise<{ session: string; lifeSeconds: number }> {
      const session = `session_${ids.secret(43)}`
      await db.write(async (tx) => {
        const now = clock.now()
        const found = await tx.get(takeLink, { hash: hashSecret(link) })
        if (found === undefined || found.expires_at <= now) {
          throw new Failure('sign_in_required', {
            message: 'This link was used before or is too old. Make a new one: npx showcaller link',
          })
        }
        const channel = { id: found.channel_id }
        await tx.run(deleteOldSessions, { now })
        await tx.run(insertSession, {
          hash: hashSecret(session),
          channel: channel.id,
          now,
          expiresAt: now + sessionLifeMs,
        })
        await channels.markSignIn(tx, channel)
        await events.appendNew(tx, { channel, actor: 'panel', requestId }, { kind: 'session.started', data: {} })
      })
      return { session, lifeSeconds: sessionLifeMs / 1000 }
    },

    /** The channel of whoever sent this cookie header. */
    async find(cookieHeader: string | undefined): Promise<Channel | undefined> {
      const session = sessionIn(cookieHeader)
      if (session === undefined) return undefined
      const row = await db.get(findSession, { hash: hashSecret(session), now: clock.now() })
      return row && channels.find(row.channel_id)
    },

    async end(cookieHeader: string | undefined): Promise<void> {
      const session = sessionIn(cookieHeader)
      if (session !== undefined)
        await db.write(async (tx) => void (await tx.run(deleteSession, { hash: hashSecret(session) })))
    },
  }
}

function sessionIn(cookieHeader: string | undefined): string | undefined {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=')
    if (name === sessionCookie) return value
  }
  return undefined
}
