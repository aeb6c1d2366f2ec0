import type { Clock } from '../../ambient.ts'
import type { Log } from '../../log.ts'
import type { HttpClient } from '../http-client.ts'
import { documentedKey, publicKeyIn, publicKeyPath } from './delivery.external.ts'

/** However many forgeries come, Kick is not asked more often than this. */
const askAgainMs = 10 * 60_000
const timeoutMs = 5_000

export type KickKey = ReturnType<typeof createKickKey>

/** The key that Kick signs with: a given one, else the one it tells, else the one in its documentation. */
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
      log.warn('Kick does not tell its public key; the one in its documentation is used', { error })
    }
  }

  /** For a signature that does not fit: Kick may have changed its key. Whether there was any point in asking. */
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
