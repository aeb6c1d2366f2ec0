import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { Cause, Events } from '../events/events.ts'
import type { People, Person } from '../people/people.ts'
import { isCommonPassword } from './common-passwords.ts'
import { signInMethodErrors as errors } from './method-messages.ts'
import { nameKey } from './name-key.ts'
import { codeSecretShape, stepOfCode } from './one-time-codes.ts'
import { type CheckLane, hashPassword, isPassword } from './password-hash.ts'
import type { SignInStates } from './sign-in-states.ts'
import { type Expected, readAssertion, readRegistration } from './webauthn.ts'
import { countWrongCode, wereCodesGuessed } from './wrong-codes.ts'

export const minPasswordLength = 12
const maxPasskeys = 20

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly site: string
  readonly createdAt: number
  readonly usedAt: number | null
}

/** What a browser sends of a new passkey. */
export interface Registration {
  readonly challenge: string
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly publicKey: Buffer
}

export interface Assertion {
  readonly id: string
  readonly challenge: string
  readonly clientData: Buffer
  readonly authenticatorData: Buffer
  readonly signature: Buffer
}

interface NewPasskey {
  readonly id: string
  readonly publicKey: string
  readonly signCount: number
}

const columns = 'id, name, site, created_at AS "createdAt", used_at AS "usedAt"'
const listPasskeys = sql<{ person: string; limit: number }, Passkey>(
  `SELECT ${columns} FROM passkeys WHERE person_id = :person ORDER BY created_at, id LIMIT :limit`,
)
const findPasskey = sql<
  { id: string },
  { person_id: string; name: string; public_key: string; sign_count: number; person_name: string }
>(
  `SELECT k.person_id, p.name AS person_name, k.name, k.public_key, k.sign_count FROM passkeys k
   JOIN people p ON p.id = k.person_id WHERE k.id = :id`,
)
const insertPasskey = sql<{
  id: string
  person: string
  name: string
  site: string
  publicKey: string
  signCount: number
  now: number
}>(
  `INSERT INTO passkeys (id, person_id, name, site, public_key, sign_count, created_at)
   VALUES (:id, :person, :name, :site, :publicKey, :signCount, :now)`,
)
/** Only if no other sign-in with the same counter came first. */
const notePasskey = sql<{ id: string; before: number; signCount: number; now: number }>(
  'UPDATE passkeys SET sign_count = :signCount, used_at = :now WHERE id = :id AND sign_count = :before',
)
const deletePasskey = sql<{ id: string; person: string }>('DELETE FROM passkeys WHERE id = :id AND person_id = :person')

interface PasswordRow {
  readonly person_id: string
  readonly name: string
  readonly hash: string
  readonly code_secret: string | null
  readonly code_step: number
  readonly codes_refused_until: number
}

const passwordColumns = 'w.person_id, w.name, w.hash, w.code_secret, w.code_step, w.codes_refused_until'
const findPassword = sql<{ person: string }, PasswordRow>(
  `SELECT ${passwordColumns} FROM passwords w WHERE w.person_id = :person`,
)
const findByName = sql<{ nameKey: string }, PasswordRow & { readonly person_name: string }>(
  `SELECT ${passwordColumns}, p.name AS person_name FROM passwords w
   JOIN people p ON p.id = w.person_id WHERE w.name_key = :nameKey`,
)
const upsertPassword = sql<{ person: string; name: string; nameKey: string; hash: string; now: number }>(
  `INSERT INTO passwords (person_id, name, name_key, hash, changed_at) VALUES (:person, :name, :nameKey, :hash, :now)
   ON CONFLICT (person_id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key, hash = excluded.hash,
   changed_at = excluded.changed_at, wrong_codes = 0, codes_refused_until = 0, codes_refused_at = NULL`,
)
const deletePassword = sql<{ person: string }>('DELETE FROM passwords WHERE person_id = :person')
const setCodes = sql<{ person: string; secret: string | null; step: number }>(
  `UPDATE passwords SET code_secret = :secret, code_step = :step, wrong_codes = 0, codes_refused_until = 0
   WHERE person_id = :person`,
)
/** Only if no other sign-in with the same code came first, and codes were not refused meanwhile. */
const useStep = sql<{ person: string; before: number; now: number; step: number }>(
  `UPDATE passwords SET code_step = :step, wrong_codes = 0, codes_refused_until = 0
   WHERE person_id = :person AND code_step = :before AND codes_refused_until <= :now`,
)

export type SignInMethods = ReturnType<typeof createSignInMethods>

/** Passkeys and passwords with one-time codes, which people set in the panel. */
export function createSignInMethods(needs: {
  db: Database
  clock: Clock
  events: Events
  people: Pick<People, 'channelsOf'>
  states: SignInStates
  secret: () => string
}) {
  const { db, clock, events, people, states } = needs
  const seal = createSeal({ secret: needs.secret, purpose: 'one-time codes' })

  async function record(tx: Writer, cause: Cause, person: Person, type: MethodType, isAdded: boolean): Promise<void> {
    const kind = isAdded ? 'person.sign-in-added' : 'person.sign-in-removed'
    await events.appendNew(tx, cause, { kind, data: { personId: person.id, name: person.name, type } })
  }

  function secretOf({ person_id, code_secret }: PasswordRow): string | undefined {
    return code_secret === null ? undefined : seal.open(code_secret, person_id)
  }

  /** Whoever asks has the password, so that it is no secret that there are codes. */
  function requireCodesAccepted({ codes_refused_until }: PasswordRow): void {
    const waitMs = codes_refused_until - clock.now()
    if (waitMs <= 0) return
    const message = errors.codesRefused.of({ minutes: Math.ceil(waitMs / 60_000) })
    throw new Failure('rate_limited', { message, retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }

  /** Whether the code is right and was not used before. A wrong one is counted. */
  async function useCode(row: PasswordRow, person: Person, code: string, requestId: string): Promise<boolean> {
    const secret = secretOf(row)
    const step = secret === undefined ? undefined : stepOfCode(secret, code, clock.now(), row.code_step)
    return db.write(async (tx) => {
      if (step !== undefined) {
        const used = { person: person.id, before: row.code_step, now: clock.now(), step }
        return (await tx.run(useStep, used)) > 0
      }
      const count = await countWrongCode(tx, person, clock.now())
      // The log of the channel in which a sign-in with this password would begin.
      const [channel] = count === undefined ? [] : await people.channelsOf(tx, person.id)
      if (count === undefined || channel === undefined) return false
      const cause = { channel, actor: `person:${person.id}`, requestId }
      await events.appendNew(tx, cause, { kind: 'person.codes-refused', data: { name: person.name, count } })
      return false
    })
  }

  return {
    async list(person: Person): Promise<{
      readonly passkeys: readonly Passkey[]
      readonly password: { readonly name: string; readonly hasCodes: boolean } | null
    }> {
      const [passkeys, password] = await Promise.all([
        db.all(listPasskeys, { person: person.id, limit: maxPasskeys }),
        db.get(findPassword, { person: person.id }),
      ])
      return { passkeys, password: password ? { name: password.name, hasCodes: password.code_secret !== null } : null }
    },

    /** The challenge works once, for ten minutes, in the browser with this secret. */
    beginPasskey: (browser: string): Promise<string> => states.beginFor(browser),

    /** Checks the answer of a browser to the challenge, and uses the challenge up. */
    async readPasskey(answer: Registration, { host, browser }: { host: string; browser: string }): Promise<NewPasskey> {
      if (!(await states.end(answer.challenge, browser))) throw invalid(errors.passkeyExpired.of())
      const read = readRegistration(answer, { challenge: answer.challenge, host })
      if (read === undefined) throw invalid(errors.wrongPasskey.of())
      return read
    },

    async addPasskey(
      tx: Writer,
      cause: Cause,
      person: Person,
      passkey: NewPasskey & { readonly name: string; readonly site: string },
    ): Promise<void> {
      if ((await tx.get(findPasskey, { id: passkey.id })) !== undefined) throw invalid(errors.passkeyKnown.of())
      const known = await tx.all(listPasskeys, { person: person.id, limit: maxPasskeys })
      if (known.length >= maxPasskeys) throw invalid(errors.tooManyPasskeys.of({ max: maxPasskeys }))
      await tx.run(insertPasskey, { ...passkey, person: person.id, now: clock.now() })
      await record(tx, cause, person, 'passkey', true)
    },

    async removePasskey(tx: Writer, cause: Cause, person: Person, id: string): Promise<void> {
      if ((await tx.run(deletePasskey, { id, person: person.id })) === 0) throw new Failure('not_found')
      await record(tx, cause, person, 'passkey', false)
    },

    /** Whose passkey answered the challenge. */
    async findByPasskey(assertion: Assertion, expected: Pick<Expected, 'host'>, browser: string): Promise<Person> {
      const { challenge } = assertion
      if (!(await states.end(challenge, browser))) throw invalid(errors.passkeyExpired.of())
      return db.write(async (tx) => {
        const known = await tx.get(findPasskey, { id: assertion.id })
        if (known === undefined) throw refused(errors.wrongPasskey.of())
        const before = { publicKey: known.public_key, signCount: known.sign_count }
        const read = readAssertion(assertion, before, { ...expected, challenge })
        if (read === undefined) throw refused(errors.wrongPasskey.of())
        const noted = { id: assertion.id, before: known.sign_count, signCount: read.signCount, now: clock.now() }
        if ((await tx.run(notePasskey, noted)) === 0) throw refused(errors.wrongPasskey.of())
        return { id: known.person_id, name: known.person_name }
      })
    },

    async setPassword(tx: Writer, cause: Cause, person: Person, name: string, hash: string): Promise<void> {
      const other = await tx.get(findByName, { nameKey: nameKey(name) })
      if (other !== undefined && other.person_id !== person.id) throw invalid(errors.nameTaken.of())
      await tx.run(upsertPassword, { person: person.id, name, nameKey: nameKey(name), hash, now: clock.now() })
      await record(tx, cause, person, 'password', true)
    },

    async removePassword(tx: Writer, cause: Cause, person: Person): Promise<void> {
      if ((await tx.run(deletePassword, { person: person.id })) === 0) throw new Failure('not_found')
      await record(tx, cause, person, 'password', false)
    },

    /** The code proves that the app has the secret. */
    async turnOnCodes(tx: Writer, cause: Cause, person: Person, secret: string, code: string): Promise<void> {
      if ((await tx.get(findPassword, { person: person.id })) === undefined) throw invalid(errors.noPassword.of())
      const step = codeSecretShape.test(secret) ? stepOfCode(secret, code, clock.now(), 0) : undefined
      if (step === undefined) throw invalid(errors.wrongCode.of())
      await tx.run(setCodes, { person: person.id, secret: seal.close(secret, person.id), step })
      await record(tx, cause, person, 'one-time codes', true)
    },

    async turnOffCodes(tx: Writer, cause: Cause, person: Person): Promise<void> {
      if ((await tx.run(setCodes, { person: person.id, secret: null, step: 0 })) === 0) throw new Failure('not_found')
      await record(tx, cause, person, 'one-time codes', false)
    },

    /** Whose name and password these are; `needsCode` when only the one-time code is missing. */
    async findByPassword(
      {
        name,
        password,
        code,
      }: { readonly name: string; readonly password: string; readonly code?: string | undefined },
      { lane, requestId }: { readonly lane: CheckLane; readonly requestId: string },
    ): Promise<{ readonly person: Person } | { readonly needsCode: true }> {
      const row = await db.get(findByName, { nameKey: nameKey(name) })
      if (!(await isPassword(password, row?.hash, lane)) || row === undefined) throw refused(errors.wrongPassword.of())
      const person = { id: row.person_id, name: row.person_name }
      if (row.code_secret === null) return { person }
      requireCodesAccepted(row)
      if (code === undefined || code === '') return { needsCode: true }
      if (!(await useCode(row, person, code, requestId))) throw refused(errors.wrongPassword.of())
      return { person }
    },

    /** Whether somebody who knows the password of this person guessed one-time codes lately. */
    wereCodesGuessed: (person: Person): Promise<boolean> => wereCodesGuessed(db, person, clock.now()),
  }
}

/** Refuses passwords that are easy to guess. Hashing takes a while, so it happens before the transaction. */
export async function preparePassword(name: string, password: string): Promise<string> {
  if ([...password].length < minPasswordLength) throw invalid(errors.passwordShort.of({ min: minPasswordLength }))
  if (isCommonPassword(password)) throw invalid(errors.passwordCommon.of())
  if (nameKey(password).includes(nameKey(name))) throw invalid(errors.passwordIsName.of())
  return hashPassword(password)
}

type MethodType = 'passkey' | 'password' | 'one-time codes'

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}

function refused(message: Text): Failure {
  return new Failure('sign_in_required', { message })
}
