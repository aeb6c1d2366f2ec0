import type { Clock } from '../ambient.ts'
import type { Log } from '../log.ts'
import type { Failure } from '../operation/contract/failures.ts'
import { limitPerAddress } from './per-address.ts'

const windowMs = 60_000
/** Reasons and addresses that are logged in one window. */
const maxLogged = 500
const maxPathLength = 100

/** Refusals that honest clients cause too: a poller that is too fast, a tab whose session ended. */
const ordinary: ReadonlySet<string> = new Set(['rate_limited', 'missing_key', 'sign_in_required'])

export interface Refused {
  readonly address: string
  readonly path: string
  readonly requestId?: string
  /** Who it was, where that is known: `key:…` or `person:…`. */
  readonly actor?: string | undefined
}

export type RefusalLog = ReturnType<typeof createRefusalLog>

/**
 * Writes refused access to the log: who could not prove who they are, who may not do what they asked for, who asks too
 * often. One line a minute for each reason and address, because a line for each refusal would let anybody fill the disk.
 * The others are counted, and the count is written with the first refusal after that minute.
 */
export function createRefusalLog({ log, clock }: { log: Log; clock: Clock }) {
  const logged = new Set<string>()
  let startedAt = Number.NEGATIVE_INFINITY
  let unlogged = 0

  function beginWindow(now: number): void {
    if (unlogged > 0) log.warn('further requests were refused', { count: unlogged })
    startedAt = now
    unlogged = 0
    logged.clear()
  }

  return {
    note(code: string, { path, ...refused }: Refused): void {
      const now = clock.steady()
      if (now - startedAt >= windowMs) beginWindow(now)
      const entry = limitPerAddress(code, refused.address)
      if (logged.has(entry) || logged.size >= maxLogged) {
        unlogged++
        return
      }
      logged.add(entry)
      const level = ordinary.has(code) ? 'info' : 'warn'
      log[level]('a request was refused', { code, ...refused, path: path.slice(0, maxPathLength) })
    },
  }
}

/** Whether a failure refuses access, other than a mistake in the request or an error of ours. */
export function isRefusal({ status, code }: Failure): boolean {
  return status === 401 || status === 403 || status === 429 || code === 'host_not_allowed'
}
