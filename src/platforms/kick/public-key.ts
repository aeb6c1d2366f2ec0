import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { HttpClient } from '../calls/http-client.ts'
import { documentedKey, publicKeyIn, publicKeyPath } from './delivery.external.ts'

/** The shortest interval between two requests for the key, even during a flood of forged deliveries. */
const askAgainMs = 10 * 60_000
const timeoutMs = 5_000

export type KickKey = ReturnType<typeof createKickKey>

/** Kick's public key: the configured one, the one of Kick's API, or the one in Kick's documentation. */
export function createKickKey(needs: {
  http: HttpClient
  clock: Clock
  log: Log
  apiUrl: string
  given?: string | undefined
}) {
  const { http, clock, log, apiUrl, given } = needs
  let fetched: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    askedAt = clock.steady()
    try {
      const url = new URL(`${apiUrl}${publicKeyPath}`)
      const request = { service: 'kick', account: 'public key', method: 'GET', url } as const
      const { body } = await http.send(request, AbortSignal.timeout(timeoutMs))
      fetched = publicKeyIn(body)
    } catch (error) {
      log.warn('could not read the public key of Kick; using the documented one', { error })
    }
  }

  /** Reads the key again after an invalid signature, because Kick may have changed it. False if it was read recently. */
  async function askAgain(): Promise<boolean> {
    if (given !== undefined) return false
    if (asking === undefined && clock.steady() - askedAt < askAgainMs) return false
    asking ??= ask().finally(() => {
      asking = undefined
    })
    await asking
    return true
  }

  return {
    askAgain,

    async get(): Promise<string> {
      if (given !== undefined) return given
      if (fetched === undefined) await askAgain()
      return fetched ?? documentedKey
    },
  }
}
