import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { PanelRole } from '../../kernel/operation/contract/panel-roles.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import { peopleErrors } from './messages.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

export interface Member extends Person {
  readonly role: PanelRole
  readonly since: number
}

/** A verified platform account of a person. */
export interface ProvenAccount {
  readonly service: string
  readonly accountId: string
  readonly username: string
}

const insertPerson = sql<{ id: string; name: string; now: number }>(
  'INSERT INTO people (id, name, created_at) VALUES (:id, :name, :now)',
)
const findByAccount = sql<{ service: string; accountId: string }, Person>(
  `SELECT p.id, p.name FROM person_accounts a JOIN people p ON p.id = a.person_id
   WHERE a.service = :service AND a.account_id = :accountId`,
)
const insertAccount = sql<{ service: string; accountId: string; person: string; username: string }>(
  `INSERT INTO person_accounts (service, account_id, person_id, username)
   VALUES (:service, :accountId, :person, :username)`,
)
const takeAccount = sql<{ service: string; accountId: string; person: string; username: string }>(
  `UPDATE person_accounts SET person_id = :person, username = :username
   WHERE service = :service AND account_id = :accountId`,
)
const listAccounts = sql<{ person: string }, ProvenAccount>(
  `SELECT service, account_id AS "accountId", username FROM person_accounts
   WHERE person_id = :person ORDER BY service, account_id LIMIT 100`,
)
const dropAccount = sql<{ service: string; accountId: string; person: string }, { username: string }>(
  `DELETE FROM person_accounts WHERE service = :service AND account_id = :accountId AND person_id = :person
   RETURNING username`,
)
const insertMember = sql<{ channel: number; person: string; role: string; now: number }>(
  'INSERT INTO memberships (channel_id, person_id, role, created_at) VALUES (:channel, :person, :role, :now)',
)
const listMembers = sql<{ channel: number }, Member>(
  `SELECT p.id, p.name, m.role, m.created_at AS since FROM memberships m JOIN people p ON p.id = m.person_id
   WHERE m.channel_id = :channel ORDER BY m.created_at, p.id LIMIT 500`,
)
const listChannels = sql<{ person: string }, { id: number; name: string; role: PanelRole }>(
  `SELECT c.id, c.name, m.role FROM memberships m JOIN channels c ON c.id = m.channel_id
   WHERE m.person_id = :person ORDER BY c.id LIMIT 500`,
)
const findName = sql<{ channel: number }, { name: string }>('SELECT name FROM channels WHERE id = :channel')
const setLanguage = sql<{ person: string; language: string }>(
  'UPDATE people SET language = :language WHERE id = :person',
)
const setRole = sql<{ channel: number; person: string; role: string }>(
  'UPDATE memberships SET role = :role WHERE channel_id = :channel AND person_id = :person',
)
const deleteMember = sql<{ channel: number; person: string }>(
  'DELETE FROM memberships WHERE channel_id = :channel AND person_id = :person',
)
const endSessions = sql<{ channel: number; person: string }>(
  'DELETE FROM sessions WHERE person_id = :person AND channel_id = :channel',
)
const dropLinks = sql<{ channel: number; person: string }>(
  'DELETE FROM sign_in_links WHERE person_id = :person AND channel_id = :channel',
)

const maxMembers = 200

export type People = ReturnType<typeof createPeople>

/** The members of channels and their roles. */
export function createPeople(needs: { db: Database; clock: Clock; ids: Ids; events: Events }) {
  const { db, clock, ids, events } = needs

  async function create(tx: Writer, name: string): Promise<Person> {
    const id = ids.next('person')
    await tx.run(insertPerson, { id, name, now: clock.now() })
    return { id, name }
  }

  async function join(tx: Writer, channelId: number, person: Person, role: PanelRole): Promise<void> {
    await tx.run(insertMember, { channel: channelId, person: person.id, role, now: clock.now() })
  }

  async function getMember(reader: Reader, channelId: number, id: string): Promise<Member> {
    const member = (await reader.all(listMembers, { channel: channelId })).find((one) => one.id === id)
    if (member === undefined) throw new Failure('not_found', { message: peopleErrors.notAMember.of() })
    return member
  }

  /** The first owner. */
  async function findOwner(reader: Reader, channelId: number): Promise<Person | undefined> {
    return (await reader.all(listMembers, { channel: channelId })).find(({ role }) => role === 'owner')
  }

  /** A channel without an owner could only be recovered from the command line. */
  async function requireAnotherOwner(tx: Writer, channelId: number, id: string): Promise<void> {
    const members = await tx.all(listMembers, { channel: channelId })
    if (members.some((one) => one.role === 'owner' && one.id !== id)) return
    throw new Failure('invalid_parameter', { message: peopleErrors.ownerNeeded.of() })
  }

  return {
    create,
    join,
    getMember,

    findOwner,

    async setLanguage(tx: Writer, person: Person, language: string): Promise<void> {
      await tx.run(setLanguage, { person: person.id, language })
    },

    /** The person for the sign-in link of the command line: the first owner, created if there is none. */
    async ensureOwner(tx: Writer, channelId: number): Promise<Person> {
      const owner = await findOwner(tx, channelId)
      if (owner !== undefined) return owner
      const channel = await tx.get(findName, { channel: channelId })
      const made = await create(tx, channel?.name ?? 'Owner')
      await join(tx, channelId, made, 'owner')
      return made
    },

    async findByAccount(reader: Reader, { service, accountId }: ProvenAccount): Promise<Person | undefined> {
      return reader.get(findByAccount, { service, accountId })
    },

    /** Adds an account for sign-in. Returns false if it belongs to another member of some channel. */
    async claimAccount(tx: Writer, cause: Cause, person: Person, account: ProvenAccount): Promise<boolean> {
      const { service, accountId, username } = account
      const before = await tx.get(findByAccount, { service, accountId })
      if (before === undefined) await tx.run(insertAccount, { service, accountId, person: person.id, username })
      else if (before.id !== person.id) {
        if ((await tx.all(listChannels, { person: before.id })).length > 0) return false
        await tx.run(takeAccount, { service, accountId, person: person.id, username })
      }
      if (before?.id !== person.id) {
        const data = { personId: person.id, name: person.name, service, username }
        await events.appendNew(tx, cause, { kind: 'person.account-added', data })
      }
      return true
    },

    async accountsOf(person: Person): Promise<ProvenAccount[]> {
      return db.all(listAccounts, { person: person.id })
    },

    async dropAccount(tx: Writer, cause: Cause, person: Person, service: string, accountId: string): Promise<void> {
      const dropped = await tx.get(dropAccount, { service, accountId, person: person.id })
      if (dropped === undefined) throw new Failure('not_found', { message: peopleErrors.notYourAccount.of() })
      const data = { personId: person.id, name: person.name, service, username: dropped.username }
      await events.appendNew(tx, cause, { kind: 'person.account-removed', data })
    },

    async list(channel: Channel): Promise<Member[]> {
      return db.all(listMembers, { channel: channel.id })
    },

    /** The channels of a person. */
    async channelsOf(reader: Reader, personId: string) {
      return reader.all(listChannels, { person: personId })
    },

    async invite(tx: Writer, cause: Cause, name: string, role: PanelRole): Promise<Person> {
      const channelId = cause.channel.id
      if ((await tx.all(listMembers, { channel: channelId })).length >= maxMembers) {
        throw new Failure('invalid_parameter', {
          message: peopleErrors.tooMany.of({ max: maxMembers }),
        })
      }
      const person = await create(tx, name)
      await join(tx, channelId, person, role)
      await events.appendNew(tx, cause, { kind: 'person.invited', data: { personId: person.id, name, role } })
      return person
    },

    async setRole(tx: Writer, cause: Cause, id: string, role: PanelRole): Promise<void> {
      const channel = cause.channel.id
      const { name, role: before } = await getMember(tx, channel, id)
      if (before === role) return
      if (before === 'owner') await requireAnotherOwner(tx, channel, id)
      await tx.run(setRole, { channel, person: id, role })
      await events.appendNew(tx, cause, { kind: 'person.role-changed', data: { personId: id, name, before, role } })
    },

    /** Takes effect at once: the person's sessions end. */
    async remove(tx: Writer, cause: Cause, id: string): Promise<void> {
      const channel = cause.channel.id
      const { name, role } = await getMember(tx, channel, id)
      if (role === 'owner') await requireAnotherOwner(tx, channel, id)
      await tx.run(deleteMember, { channel, person: id })
      await tx.run(endSessions, { channel, person: id })
      await tx.run(dropLinks, { channel, person: id })
      await events.appendNew(tx, cause, { kind: 'person.removed', data: { personId: id, name } })
    },
  }
}
