import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { secretPrefixes } from '../../kernel/text/secret-shapes.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import { hashSecret } from '../keys/key-format.ts'
import type { People, Person } from '../people/people.ts'
import { sessionErrors } from './messages.ts'

/** How long a sign-in link is valid. */
const linkLifeMs = 60 * 60 * 1000
const sessionLifeMs = 30 * 24 * 60 * 60 * 1000
/** An idle session is signed out after this time; one with an open tab is not. */
const idleLifeMs = 12 * 60 * 60 * 1000
/** How long after a sign-in a person may do what grants access. */
const recentMs = 60 * 60 * 1000
const noteEveryMs = 60 * 1000

/** The `__Host-` prefix over TLS: browsers refuse such a cookie from another host or an insecure page. */
export function sessionCookie(isSecure: boolean): string {
  return isSecure ? '__Host-showcaller_session' : 'showcaller_session'
}

/** The origin of a sign-in, as the list of sessions shows it. */
export interface Browser {
  readonly requestId: string
  readonly address: string
  readonly agent: string
}

/** Whom a link signs in, and where. */
export interface LinkTarget {
  /** The name of the person. */
  readonly person: string
  readonly channel: Channel
}

/** A signed-in person in a channel. */
export interface PanelSession {
  readonly id: string
  readonly person: Person
  readonly channel: Channel
  readonly role: PanelRole
  readonly signedInAt: number
  /** The language that the person chose; null: that of the browser. */
  readonly language: string | null
}

export interface SessionEntry {
  readonly id: string
  readonly createdAt: number
  readonly seenAt: number
  readonly address: string
  readonly agent: string
}

const insertLink = sql<{ hash: string; channel: number; person: string | null; expiresAt: number }>(
  'INSERT INTO sign_in_links (hash, channel_id, person_id, expires_at) VALUES (:hash, :channel, :person, :expiresAt)',
)
const takeLink = sql<{ hash: string }, { channel_id: number; person_id: string | null; expires_at: number }>(
  'DELETE FROM sign_in_links WHERE hash = :hash RETURNING channel_id, person_id, expires_at',
)
const findLink = sql<{ hash: string; now: number }, { channel_id: number; person_id: string | null }>(
  'SELECT channel_id, person_id FROM sign_in_links WHERE hash = :hash AND expires_at > :now',
)
const deleteOldLinks = sql<{ now: number }>('DELETE FROM sign_in_links WHERE expires_at < :now')
const insertSession = sql<{
  hash: string
  id: string
  channel: number
  person: string
  now: number
  expiresAt: number
  address: string
  agent: string
}>(
  `INSERT INTO sessions (hash, id, channel_id, person_id, created_at, seen_at, expires_at, address, agent)
   VALUES (:hash, :id, :channel, :person, :now, :now, :expiresAt, :address, :agent)`,
)
const findSession = sql<
  { hash: string; now: number; idleSince: number },
  {
    id: string
    channel_id: number
    person_id: string
    name: string
    language: string | null
    role: PanelRole
    created_at: number
    seen_at: number
  }
>(
  `SELECT s.id, s.channel_id, s.person_id, s.created_at, s.seen_at, p.name, p.language, m.role FROM sessions s
   JOIN people p ON p.id = s.person_id
   JOIN memberships m ON m.channel_id = s.channel_id AND m.person_id = s.person_id
   WHERE s.hash = :hash AND s.expires_at > :now AND s.seen_at > :idleSince`,
)
const noteSeen = sql<{ hash: string; now: number }>('UPDATE sessions SET seen_at = :now WHERE hash = :hash')
const listOfPerson = sql<{ person: string; now: number; idleSince: number }, SessionEntry>(
  `SELECT id, created_at AS "createdAt", seen_at AS "seenAt", address, agent FROM sessions
   WHERE person_id = :person AND expires_at > :now AND seen_at > :idleSince ORDER BY seen_at DESC, id LIMIT 200`,
)
const deleteOfPerson = sql<{ person: string; id: string }>(
  'DELETE FROM sessions WHERE person_id = :person AND id = :id',
)
const deleteOthersOfPerson = sql<{ person: string; id: string }, { id: string }>(
  'DELETE FROM sessions WHERE person_id = :person AND id <> :id RETURNING id',
)
const moveSession = sql<{ person: string; id: string; channel: number }>(
  'UPDATE sessions SET channel_id = :channel WHERE person_id = :person AND id = :id',
)
const deleteSession = sql<{ hash: string }, { id: string }>('DELETE FROM sessions WHERE hash = :hash RETURNING id')
const deleteOldSessions = sql<{ now: number; idleSince: number }>(
  'DELETE FROM sessions WHERE expires_at < :now OR seen_at < :idleSince',
)

export type Sessions = ReturnType<typeof createSessions>

/** Who is signed in at the panel. Links and sessions are random, shown once and stored as hashes. */
export function createSessions(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  channels: Channels
  events: Events
  people: People
  isSecure: boolean
}) {
  const { db, clock, ids, bus, channels, events, people } = needs
  const cookieName = sessionCookie(needs.isSecure)
  const sessionIn = (cookieHeader: string | undefined) => cookieNamed(cookieName, cookieHeader)

  async function open(cookieHeader: string | undefined): Promise<PanelSession | undefined> {
    const secret = sessionIn(cookieHeader)
    if (secret === undefined) return undefined
    const now = clock.now()
    const hash = hashSecret(secret)
    const row = await db.get(findSession, { hash, now, idleSince: now - idleLifeMs })
    const channel = row && (await channels.find(row.channel_id))
    if (row === undefined || channel === undefined) return undefined
    if (now - row.seen_at > noteEveryMs) await noteVisit(hash, now)
    const { id, role, language, created_at: signedInAt } = row
    return { id, person: { id: row.person_id, name: row.name }, channel, role, signedInAt, language }
  }

  /** When it cannot be saved, with a full disk or a lost file, the panel must still open and say what is wrong. */
  async function noteVisit(hash: string, now: number): Promise<void> {
    try {
      await db.write(async (tx) => void (await tx.run(noteSeen, { hash, now })))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  /** Creates a session with a new secret, which prevents session fixation. */
  async function begin(
    tx: Writer,
    channel: { readonly id: number },
    person: Person,
    { requestId, address, agent }: Browser,
  ): Promise<{ session: string; lifeSeconds: number; person: Person }> {
    const session = secretPrefixes.session + ids.secret(43)
    const now = clock.now()
    await tx.run(deleteOldSessions, { now, idleSince: now - idleLifeMs })
    const id = ids.next('session')
    await tx.run(insertSession, {
      hash: hashSecret(session),
      id,
      channel: channel.id,
      person: person.id,
      now,
      expiresAt: now + sessionLifeMs,
      address,
      agent: agent.slice(0, 300),
    })
    await channels.markSignIn(tx, channel)
    const cause = { channel, actor: `person:${person.id}`, requestId }
    await events.appendNew(tx, cause, { kind: 'session.started', data: { name: person.name, address } })
    return { session, lifeSeconds: sessionLifeMs / 1000, person }
  }

  /** Creates a link for one sign-in within an hour, of the given person or of the channel's owner. */
  async function createLink(tx: Writer, channel: Channel, person?: Person): Promise<string> {
    const link = secretPrefixes.signInLink + ids.secret(32)
    const now = clock.now()
    await tx.run(deleteOldLinks, { now })
    const hash = hashSecret(link)
    await tx.run(insertLink, { hash, channel: channel.id, person: person?.id ?? null, expiresAt: now + linkLifeMs })
    return link
  }

  return {
    open,
    begin,

    /** Required by operations that grant access. Every sign-in creates a session, so the session's age is checked. */
    requireRecent({ signedInAt }: { readonly signedInAt: number }): void {
      if (clock.now() - signedInAt <= recentMs) return
      throw new Failure('sign_in_required', {
        message: sessionErrors.recentSignInNeeded.of(),
        fields: { sign_in_again: true },
      })
    },

    createLink,

    async makeLink(channel: Channel, person?: Person): Promise<string> {
      return db.write((tx) => createLink(tx, channel, person))
    },

    /** Whom a link would sign in. Reading it does not use it up. */
    async findLink(link: string): Promise<LinkTarget | undefined> {
      const found = await db.get(findLink, { hash: hashSecret(link), now: clock.now() })
      const channel = found && (await channels.find(found.channel_id))
      if (found === undefined || channel === undefined) return undefined
      const { person_id: invited } = found
      const person =
        invited === null ? await people.findOwner(db, channel.id) : await people.getMember(db, channel.id, invited)
      return { person: person?.name ?? channel.name, channel }
    },

    /** Exchanges a link for a session. A link works once. */
    async redeem(link: string, requestId: string, browser: Partial<Browser> = {}) {
      return db.write(async (tx) => {
        const found = await tx.get(takeLink, { hash: hashSecret(link) })
        if (found === undefined || found.expires_at <= clock.now()) {
          throw new Failure('sign_in_required', {
            message: sessionErrors.linkUsed.of(),
          })
        }
        const { channel_id: id, person_id: invited } = found
        const person = invited === null ? await people.ensureOwner(tx, id) : await people.getMember(tx, id, invited)
        return begin(tx, { id }, person, { address: '', agent: '', ...browser, requestId })
      })
    },

    async list(person: Person): Promise<SessionEntry[]> {
      const now = clock.now()
      return db.all(listOfPerson, { person: person.id, now, idleSince: now - idleLifeMs })
    },

    async revoke(tx: Writer, person: Person, id: string): Promise<boolean> {
      const ended = await tx.run(deleteOfPerson, { person: person.id, id })
      if (ended > 0) tx.onCommit(() => bus.publish('session-ended', { id }))
      return ended > 0
    },

    /** Ends all sessions of a person except one; answers how many. */
    async revokeOthers(tx: Writer, person: Person, id: string): Promise<number> {
      const ended = await tx.all(deleteOthersOfPerson, { person: person.id, id })
      tx.onCommit(() => {
        for (const other of ended) bus.publish('session-ended', other)
      })
      return ended.length
    },

    async switchTo(tx: Writer, session: { readonly id: string; readonly person: Person }, channelId: number) {
      await tx.run(moveSession, { person: session.person.id, id: session.id, channel: channelId })
    },

    /** Whether a browser sends a session at all, be it one that has ended. */
    isNamedIn: (cookieHeader: string | undefined): boolean => sessionIn(cookieHeader) !== undefined,

    async end(cookieHeader: string | undefined): Promise<void> {
      const session = sessionIn(cookieHeader)
      if (session === undefined) return
      await db.write(async (tx) => {
        const ended = await tx.get(deleteSession, { hash: hashSecret(session) })
        if (ended !== undefined) tx.onCommit(() => bus.publish('session-ended', { id: ended.id }))
      })
    },
  }
}

export function cookieNamed(name: string, cookieHeader: string | undefined): string | undefined {
  for (const pair of cookieHeader?.split(';') ?? []) {
    const [found, value] = pair.trim().split('=')
    if (found === name) return value
  }
  return undefined
}
