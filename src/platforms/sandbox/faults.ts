import { Failure } from '../../contract/failures.ts'
import { type Platform, platformTitles } from '../../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import { sandboxMessages } from './messages.ts'

/** `timeout`: no answer until the caller's time limit. `refuse`: an error answer. `nothing`: an empty answer. */
export type Fault = 'timeout' | 'refuse' | 'nothing'

/** The calls of a connector. */
export type ConnectorCall =
  | 'findUser'
  | 'readStream'
  | 'listPresent'
  | 'sendChat'
  | 'setTitle'
  | 'setCategory'
  | 'findCategory'
  | 'clip'
  | 'ban'
  | 'unban'
  | 'deleteMessage'
  | 'clearChat'
  | 'readChatRules'
  | 'setChatRules'

interface PlannedFault {
  readonly platform: Platform
  readonly fault: Fault
  readonly call: ConnectorCall | undefined
}

export type Faults = ReturnType<typeof createFaults>

/** Fault injection: lets tests check how the server handles errors of a platform. */
export function createFaults() {
  const planned: PlannedFault[] = []

  return {
    plan(platform: Platform, fault: Fault, call?: ConnectorCall): void {
      planned.push({ platform, fault, call })
    },

    /** Applies the planned fault of this call: returns `nothing` or throws. Undefined without a planned fault. */
    async inject(platform: Platform, call: ConnectorCall, signal: AbortSignal): Promise<'nothing' | undefined> {
      const index = planned.findIndex((one) => one.platform === platform && (one.call ?? call) === call)
      const fault = planned.splice(index, index < 0 ? 0 : 1)[0]?.fault
      if (fault === 'timeout') await new Promise((_resolve, reject) => onAbort(signal, reject))
      if (fault === 'refuse') {
        throw new Failure('platform_refused', {
          message: platformMessages.refused({
            service: platformTitles[platform],
            reason: sandboxMessages.injectedFault(),
          }),
        })
      }
      return fault === 'nothing' ? fault : undefined
    },
  }
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
}
