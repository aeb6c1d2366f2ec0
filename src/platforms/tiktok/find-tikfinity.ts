import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { tiktokCheck } from './check.ts'

/** Where TikFinity serves its events to programs on the same computer. */
export const tikfinityUrl = 'ws://127.0.0.1:21213'
/** A program on the same computer answers at once. */
const waitMs = 2_000

/** Whether TikFinity runs at this address. The connection is closed at once. */
export async function isTikFinityRunning(needs: { clock: Clock; log: Log }, url: string): Promise<boolean> {
  const settings = { adapter: 'tikfinity', username: '', url } as const
  try {
    await tiktokCheck.check({ ...needs, settings }, AbortSignal.timeout(waitMs))
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
