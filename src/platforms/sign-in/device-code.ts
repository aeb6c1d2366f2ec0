import type { Clock, Ids } from '../../kernel/ambient.ts'
import { createHash } from '../../kernel/node.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { createSeal } from '../../kernel/seal.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { HttpClient } from '../calls/http-client.ts'
import type { HttpAnswer } from '../calls/http-exchange.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import { type AccountRole, type Service, serviceTitles } from '../services/services.ts'
import { deviceForm, deviceRefusalIn, deviceTokenForm, type IssuedCode, issuedCodeIn } from './device-code.external.ts'
import type { Grant } from './grant.ts'
import { type ClientCredentials, credentialsForm, grantIn } from './oauth.external.ts'

/** The standard's own step for a client that asks too often (RFC 8628, 3.5). */
const slowDownMs = 5_000
const longestLifeMs = 30 * 60_000
const longestIntervalMs = 60_000
/** After an answer that says nothing about the code, such as an outage. */
const outageMs = 10_000

interface SignInRow {
  readonly role: AccountRole
  readonly pre_session_hash: string
  readonly sealed_code: string
  readonly account_id: string | null
  readonly scopes: string
  readonly interval_ms: number
  readonly next_poll_at: number
  readonly expires_at: number
}

type Place = { channel: number; id: string }

const insertSignIn = sql<
  Place & {
    service: string
    role: string
    preSessionHash: string
    sealedCode: string
    accountId: string | null
    scopes: string
    intervalMs: number
    nextPollAt: number
    expiresAt: number
  }
>(
  `INSERT INTO device_sign_ins (channel_id, id, service, role, pre_session_hash, sealed_code, account_id, scopes,
     interval_ms, next_poll_at, expires_at)
   VALUES (:channel, :id, :service, :role, :preSessionHash, :sealedCode, :accountId, :scopes, :intervalMs, :nextPollAt,
     :expiresAt)`,
)
const findSignIn = sql<Place & { service: string }, SignInRow>(
  `SELECT role, pre_session_hash, sealed_code, account_id, scopes, interval_ms, next_poll_at, expires_at
   FROM device_sign_ins WHERE channel_id = :channel AND id = :id AND service = :service`,
)
const planPoll = sql<Place & { intervalMs: number; nextPollAt: number }>(
  `UPDATE device_sign_ins SET interval_ms = :intervalMs, next_poll_at = :nextPollAt
   WHERE channel_id = :channel AND id = :id`,
)
const deleteSignIn = sql<Place>('DELETE FROM device_sign_ins WHERE channel_id = :channel AND id = :id')
// One at a time for each account: an older code on another screen would only confuse.
const dropOthers = sql<{ channel: number; service: string; role: string; now: number }>(
  `DELETE FROM device_sign_ins
   WHERE channel_id = :channel AND (expires_at <= :now OR (service = :service AND role = :role))`,
)

export interface BegunSignIn extends Pick<IssuedCode, 'userCode' | 'address'> {
  readonly id: string
  readonly expiresAt: number
  readonly intervalSeconds: number
}

export type PollResult =
  | { readonly state: 'waiting'; readonly waitSeconds: number }
  | { readonly state: 'denied' | 'expired' }
  | {
      readonly state: 'granted'
      readonly role: AccountRole
      readonly grant: Grant
      /** The account that has to be the one that signed in; null for any. */
      readonly accountId: string | null
    }

export type DeviceCode = ReturnType<typeof createDeviceCode>

/**
 * Sign-in by a code that is entered on any device (RFC 8628): needs neither a secret nor an address that the service can
 * redirect to. The panel asks for the result; when the service is asked is decided here, once for all tabs and nodes.
 */
export function createDeviceCode(needs: {
  db: Database
  clock: Clock
  ids: Ids
  http: HttpClient
  secret: () => string
  service: Service
  credentials: ClientCredentials
  deviceUrl: string
  tokenUrl: string
}) {
  const { db, clock, ids, http, service, credentials, deviceUrl, tokenUrl } = needs
  const { clientId } = credentials
  const seal = createSeal({ secret: needs.secret, purpose: 'device codes' })
  const title = serviceTitles[service]

  function post(url: string, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HttpAnswer> {
    const request = { service, account: 'sign-in', method: 'POST', hasSideEffects: false } as const
    return http.send({ ...request, url: new URL(url), form }, signal)
  }

  function understood<T>(read: () => T): T {
    try {
      return read()
    } catch (cause) {
      throw new Failure('platform_unavailable', {
        message: platformMessages.unexpectedAnswer.of({ service: title }),
        cause,
      })
    }
  }

  /** Claims the next request to the service. Only one caller gets it, whichever node it is on. */
  function claim(place: Place): Promise<SignInRow & { readonly isDue: boolean }> {
    return db.write(async (tx) => {
      const row = await tx.get(findSignIn, { ...place, service })
      if (row === undefined) throw notFound()
      const now = clock.now()
      const isDue = row.next_poll_at <= now && row.expires_at > now
      if (isDue) await tx.run(planPoll, { ...place, intervalMs: row.interval_ms, nextPollAt: now + row.interval_ms })
      return { ...row, isDue }
    })
  }

  async function waitLonger(place: Place, intervalMs: number, waitMs: number): Promise<PollResult> {
    await db.write((tx) => tx.run(planPoll, { ...place, intervalMs, nextPollAt: clock.now() + waitMs }))
    return { state: 'waiting', waitSeconds: Math.ceil(waitMs / 1000) }
  }

  return {
    async begin(
      wanted: {
        readonly channelId: number
        readonly role: AccountRole
        readonly preSession: string
        readonly scopes: readonly string[]
        readonly accountId: string | null
      },
      signal: AbortSignal,
      noteBegin?: (tx: Writer) => Promise<void>,
    ): Promise<BegunSignIn> {
      const { channelId: channel, role, preSession, scopes, accountId } = wanted
      const answer = await post(deviceUrl, deviceForm(clientId, scopes), signal)
      if (answer.status >= 400) {
        const message = platformMessages.signInRefused.of({ service: title, reason: reasonIn(answer.body) })
        throw new Failure('platform_refused', { message })
      }
      const { deviceCode, userCode, address, intervalSeconds, lifeSeconds } = understood(() =>
        issuedCodeIn(answer.body),
      )
      const now = clock.now()
      const id = ids.next('device')
      const intervalMs = Math.min(Math.max(intervalSeconds, 1) * 1000, longestIntervalMs)
      const expiresAt = now + Math.min(lifeSeconds * 1000, longestLifeMs)
      await db.write(async (tx) => {
        await tx.run(dropOthers, { channel, service, role, now })
        await tx.run(insertSignIn, {
          channel,
          id,
          service,
          role,
          preSessionHash: hashOf(preSession),
          sealedCode: seal.close(deviceCode, id),
          accountId,
          scopes: scopes.join(' '),
          intervalMs,
          nextPollAt: now + intervalMs,
          expiresAt,
        })
        await noteBegin?.(tx)
      })
      return { id, userCode, address, expiresAt, intervalSeconds: intervalMs / 1000 }
    },

    /** Asks the service, unless it is too early. A code that was granted, denied or has expired is over. */
    async poll(
      wanted: { readonly channelId: number; readonly id: string; readonly preSession: string },
      signal: AbortSignal,
    ): Promise<PollResult> {
      const place = { channel: wanted.channelId, id: wanted.id }
      const row = await claim(place)
      const deviceCode = seal.open(row.sealed_code, wanted.id)
      if (row.pre_session_hash !== hashOf(wanted.preSession) || deviceCode === undefined) throw notFound()
      const end = () => db.write((tx) => tx.run(deleteSignIn, place))
      if (row.expires_at <= clock.now()) {
        await end()
        return { state: 'expired' }
      }
      if (!row.isDue) {
        return { state: 'waiting', waitSeconds: Math.ceil((row.next_poll_at - clock.now()) / 1000) }
      }
      const form = { ...deviceTokenForm(clientId, deviceCode, row.scopes), ...credentialsForm(credentials) }
      let answer: HttpAnswer
      try {
        answer = await post(tokenUrl, form, signal)
      } catch (error) {
        // An outage of the service does not end the sign-in.
        if (!(error instanceof Failure) || error.code !== 'platform_unavailable') throw error
        return waitLonger(place, row.interval_ms, Math.max(row.interval_ms, outageMs))
      }
      if (answer.status < 400) {
        const grant = understood(() => grantIn(answer.body, clock.now()))
        return { state: 'granted', role: row.role, grant, accountId: row.account_id }
      }
      switch (deviceRefusalIn(answer)) {
        case 'pending':
          return { state: 'waiting', waitSeconds: Math.ceil(row.interval_ms / 1000) }
        case 'slow_down':
          return waitLonger(place, row.interval_ms + slowDownMs, row.interval_ms + slowDownMs)
        case 'denied':
          await end()
          return { state: 'denied' }
        case 'expired':
          await end()
          return { state: 'expired' }
        case 'refused':
          await end()
          throw new Failure('platform_refused', {
            message: platformMessages.signInRefused.of({ service: title, reason: reasonIn(answer.body) }),
          })
      }
    },

    /** Forgets a code, because it was cancelled or because its account is connected. */
    async end(tx: Writer, channelId: number, id: string): Promise<void> {
      await tx.run(deleteSignIn, { channel: channelId, id })
    },
  }
}

function notFound(): Failure {
  return new Failure('not_found', { message: platformMessages.noSuchCode.of() })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
