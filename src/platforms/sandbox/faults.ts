import { Failure } from '../../contract/failures.ts'
import { type Platform, platformTitles } from '../../contract/platforms.ts'

/** `timeout`: no answer before the caller gives up. `refuse`: it says no. `nothing`: what was looked for is not there. */
export type Fault = 'timeout' | 'refuse' | 'nothing'

/** The calls of a connector, one word each. */
export type Deed =
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
  readonly deed: Deed | undefined
}

export type Faults = ReturnType<typeof createFaults>

/** Trouble on order, so that tests see what a platform in trouble looks like. */
export function createFaults() {
  const planned: PlannedFault[] = []

  return {
    plan(platform: Platform, fault: Fault, deed?: Deed): void {
      planned.push({ platform, fault, deed })
    },

    /** Answers `nothing` when there is to be nothing; throws the other kinds of trouble; otherwise it is silent. */
    async strike(platform: Platform, deed: Deed, signal: AbortSignal): Promise<'nothing' | undefined> {
      const index = planned.findIndex((one) => one.platform === platform && (one.deed ?? deed) === deed)
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
