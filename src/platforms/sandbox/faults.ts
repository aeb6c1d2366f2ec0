import { Failure } from '../../contract/failures.ts'
import { type Platform, platformTitles } from '../../contract/platforms.ts'

/** `timeout`: no answer before the caller gives up. `refuse`: it says no. `nothing`: what was looked for is not there. */
export type Fault = 'timeout' | 'refuse' | 'nothing'

/** The calls of a connector, one word each. */
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

/** Trouble on order, so that tests see what a platform in trouble looks like. */
export function createFaults() {
  const planned: PlannedFault[] = []

  return {
    plan(platform: Platform, fault: Fault, call?: ConnectorCall): void {
      planned.push({ platform, fault, call })
    },

    /** Answers `nothing` when there is to be nothing; throws the other kinds of trouble; otherwise it is silent. */
    async inject(platform: Platform, call: ConnectorCall, signal: AbortSignal): Promise<'nothing' | undefined> {
      const index = planned.findIndex((one) => one.platform === platform && (one.call ?? call) === call)
      const fault = planned.splice(index, index < 0 ? 0 : 1)[0]?.fault
      if (fault === 'timeout') await new Promise((_resolve, reject) => onAbort(signal, reject))
      if (fault === 'refuse') {
        throw new Failure('platform_refused', { message: `${platformTitles[platform]} refused: it was told to.` })
      }
      return fault === 'nothing' ? fault : undefined
    },
  }
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
}
