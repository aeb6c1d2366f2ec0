import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemTimeLimit, type TimeLimit } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { version } from '../../kernel/version.ts'
import { bucketIn, DiscordRefusal, limitIn } from './errors.external.ts'
import { discordMessages } from './messages.ts'
import { createDiscordRateLimits, routeOf } from './rate-limits.ts'
import type { DiscordSettings } from './settings.ts'

export interface DiscordRestTimings {
  /** For one answer. */
  readonly answerMs: number
  /** For the whole of a call: what has to wait longer for a limit is refused. */
  readonly callMs: number
  /** How long a request waits for the answer of another one before it looks again. */
  readonly turnMs: number
}

export const defaultRestTimings: DiscordRestTimings = { answerMs: 10_000, callMs: 15_000, turnMs: 20 }

/** Discord wants an address of the software here, and may block requests without one. */
const softwareUrl = 'https://github.com/showcaller/showcaller'
const maxTries = 3
const maxWaiting = 500
const maxAnswerBytes = 8 * 1024 * 1024
/** Discord blocks the address of a server for 10,000 refusals in ten minutes. This server stops far before that. */
const maxRefusals = 1_000
const refusalsMs = 10 * 60_000

export interface DiscordRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base of the API. */
  readonly path: string
  readonly json?: unknown
  /** Answers to interactions carry a token of their own in the path, which must not be logged. */
  readonly isInteraction?: boolean
}

export type DiscordRest = ReturnType<typeof createDiscordRest>

/**
 * The REST API of Discord for one bot. Requests wait for their rate limit; a refused token stops all of them, because
 * Discord blocks the address of whoever goes on.
 */
export function createDiscordRest(needs: {
  clock: Clock
  settings: Pick<DiscordSettings, 'token' | 'api'>
  timings?: Partial<DiscordRestTimings>
  timeLimit?: TimeLimit | undefined
  /** Called once, when Discord refuses the token. */
  onTokenRefused?: () => void
}) {
  const { clock, settings, timeLimit = systemTimeLimit, onTokenRefused } = needs
  const timings = { ...defaultRestTimings, ...needs.timings }
  const limits = createDiscordRateLimits({ clock })
  const refusals: number[] = []
  let isTokenRefused = false
  let waiting = 0

  function requireToken(): void {
    if (isTokenRefused) throw new Failure('discord_not_connected', { message: discordMessages.tokenRefused.of() })
    const now = clock.steady()
    while (refusals[0] !== undefined && refusals[0] <= now - refusalsMs) refusals.shift()
    if (refusals.length < maxRefusals) return
    const seconds = Math.ceil(((refusals[0] ?? now) + refusalsMs - now) / 1000)
    throw limited(discordMessages.tooManyRefusals.of({ seconds }), seconds)
  }

  /** Waits until the request may be sent. Refuses what would have to wait for too long. */
  async function turn(route: string, major: string, endsAt: number): Promise<void> {
    if (waiting >= maxWaiting) throw new Failure('overloaded')
    waiting++
    try {
      for (;;) {
        requireToken()
        const waitMs = limits.take(route, major)
        if (waitMs === 0) return
        const left = endsAt - clock.steady()
        if ((waitMs ?? timings.turnMs) > left) {
          const seconds = Math.max(1, Math.ceil((waitMs ?? timings.turnMs) / 1000))
          throw limited(discordMessages.limited.of({ seconds }), seconds)
        }
        await delay(waitMs ?? timings.turnMs)
      }
    } finally {
      waiting--
    }
  }

  async function send({ method, path, json, isInteraction = false }: DiscordRequest): Promise<unknown> {
    const { route, major } = routeOf(method, path)
    const endsAt = clock.steady() + timings.callMs
    for (let tries = 1; ; tries++) {
      if (isInteraction) requireToken()
      else await turn(route, major, endsAt)
      const answer = await exchange({ method, path, json, isInteraction }).catch((error: unknown) => {
        if (!isInteraction) limits.give(route, major, undefined)
        throw error
      })
      const { status, headers, body } = answer
      if (!isInteraction) limits.give(route, major, bucketIn(headers))
      if (status >= 200 && status < 300) return body
      if (status === 401 && !isInteraction) {
        isTokenRefused = true
        onTokenRefused?.()
        throw new Failure('discord_not_connected', { message: discordMessages.tokenRefused.of() })
      }
      if (status === 429 || status === 403) refusals.push(clock.steady())
      if (status === 429) {
        const { waitMs, isGlobal } = limitIn(headers, body)
        limits.pause(route, major, waitMs, isGlobal)
        if (tries < maxTries && clock.steady() + waitMs < endsAt) {
          if (isInteraction) await delay(waitMs)
          continue
        }
        const seconds = Math.max(1, Math.ceil(waitMs / 1000))
        throw limited(discordMessages.limited.of({ seconds }), seconds)
      }
      if (status < 500) throw new DiscordRefusal(status, body)
      // What only reads or sets may be repeated; a message could be sent twice.
      if (method !== 'POST' && tries < maxTries && clock.steady() < endsAt) {
        await delay(timings.turnMs * 10 * tries)
        continue
      }
      throw unavailable(discordMessages.serverError.of({ status }), { mayHaveHappened: method !== 'GET' })
    }
  }

  async function exchange({ method, path, json, isInteraction }: DiscordRequest) {
    const signal = timeLimit(timings.answerMs)
    const mayHaveHappened = method !== 'GET'
    try {
      const response = await fetch(`${settings.api}${path}`, {
        method,
        headers: {
          'User-Agent': `DiscordBot (${softwareUrl}, ${version})`,
          ...(isInteraction !== true && { Authorization: `Bot ${settings.token}` }),
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        redirect: 'manual',
        signal,
      })
      const text = await readText(response)
      return { status: response.status, headers: response.headers, body: parsed(text) }
    } catch (error) {
      if (error instanceof Failure) throw error
      if (signal.aborted) throw unavailable(discordMessages.timedOut.of(), { mayHaveHappened })
      // The error of `fetch` may quote the path of an interaction, with its token.
      throw unavailable(discordMessages.unreachable.of(), { mayHaveHappened, cause: new Error(causeOf(error)) })
    }
  }

  return {
    send,
    get isTokenRefused(): boolean {
      return isTokenRefused
    },
    /** The gateway found out that the token is refused. */
    refuseToken(): void {
      isTokenRefused = true
    },
  }
}

function unavailable(message: Text, more: { mayHaveHappened: boolean; cause?: unknown }): Failure {
  return new Failure('discord_not_connected', { message, ...more })
}

function limited(message: Text, retryAfterSeconds: number): Failure {
  return new Failure('discord_refused', { message, retryAfterSeconds })
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes)
      throw new Failure('discord_not_connected', { message: discordMessages.unreadable.of(), mayHaveHappened: true })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function causeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown }
  return String(cause?.code ?? name ?? 'unknown')
}
