import type { Log } from '../../kernel/log.ts'
import type { ConnectedService } from '../services/connected-service.ts'
import type { Tokens } from './tokens.ts'

const everyMs = 60_000
/** Delayed, so that it does not slow down the start. */
const firstAfterMs = 5_000

export type RenewalJob = ReturnType<typeof createRenewalJob>

/**
 * Renews tokens before they expire, so that no call waits for it and a refresh token that dies of disuse does not. Runs
 * on one node of several. A renewal that fails is tried again a minute later, for as long as the token is valid and
 * beyond: only a refusal ends it.
 */
export function createRenewalJob(needs: {
  tokens: Tokens
  log: Log
  services: () => readonly ConnectedService[]
  random?: () => number
}) {
  const { tokens, log, services, random = Math.random } = needs
  let timer: NodeJS.Timeout | undefined

  /** Returns the number of renewed accounts. One service that does not answer keeps no other waiting. */
  async function run(): Promise<number> {
    const counts = await Promise.all(
      services().map(({ service, oauth }) =>
        tokens
          .renewAhead(service, oauth.renew, ({ channelId, role }, error) =>
            log.warn('could not renew a token ahead of its end', { service, channelId, role, error }),
          )
          .catch((error: unknown) => {
            log.error('could not look for tokens to renew', { service, error })
            return 0
          }),
      ),
    )
    return counts.reduce((sum, one) => sum + one, 0)
  }

  function plan(ms: number): void {
    // With jitter, so that many servers do not ask at the same moment of a minute.
    timer = setTimeout(() => void run().finally(() => timer && plan(everyMs)), ms * (0.75 + random() / 2)).unref()
  }

  return {
    run,

    start(): void {
      clearTimeout(timer)
      plan(firstAfterMs)
    },

    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
