import { untilAborted } from '../calls/until-aborted.ts'
import type { PlatformAccount } from '../platform.ts'
import type { ConnectorCall, Faults } from './faults.ts'

/** Answers a call of a connector with the result of `work`. */
export type SandboxAnswer = <T, N = never>(
  call: ConnectorCall,
  account: PlatformAccount,
  signal: AbortSignal,
  work: () => Promise<T>,
  /** `nothing` is the empty answer. `isOwnPoll`: the server asks by itself, at no request of a client. */
  options?: { nothing?: N; isOwnPoll?: boolean },
) => Promise<T | N>

/** Injects planned faults and stops when the caller's signal aborts. */
export function createSandboxAnswer(faults: Faults): SandboxAnswer {
  return async function answer<T, N>(
    call: ConnectorCall,
    account: PlatformAccount,
    signal: AbortSignal,
    work: () => Promise<T>,
    { nothing, isOwnPoll }: { nothing?: N; isOwnPoll?: boolean } = {},
  ): Promise<T | N> {
    signal.throwIfAborted()
    if ((await faults.inject(account, call, signal, isOwnPoll)) === 'nothing') return nothing as N
    return untilAborted(signal, work())
  }
}
