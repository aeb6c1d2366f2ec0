import { Failure, type FailureCode, platformFailures } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { type Platform, platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount } from '../platform.ts'
import { sandboxMessages } from './messages.ts'

/** `timeout`: no answer until the caller's time limit. `refuse`: an error answer. `nothing`: an empty answer. */
export type Fault = 'timeout' | 'refuse' | 'nothing'

/** The failures that a call of a client can be made to end with: every failure that a platform can cause. */
export const plannableFailures = [
  ...platformFailures,
  'extension_not_connected',
  'outcome_unknown',
] as const satisfies readonly FailureCode[]
export type PlannableFailure = (typeof plannableFailures)[number]

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
  | 'rewards'
  | 'polls'
  | 'predictions'
  | 'raid'
  | 'shoutout'
  | 'announce'
  | 'cancelRaid'
  | 'startCommercial'
  | 'snoozeAd'
  | 'createMarker'
  | 'setTags'
  | 'setVideoCategory'
  | 'broadcast'
  | 'warn'
  | 'setRole'
  | 'setShieldMode'
  | 'pin'
  | 'findPin'
  | 'countSubscribers'
  | 'listBitsLeaders'

interface PlannedFault {
  readonly platform: Platform
  readonly fault: Fault
  readonly call: ConnectorCall | undefined
  readonly onHang: OnHang | undefined
}

/** Called with the signal of a call that gets no answer. */
export type OnHang = (signal: AbortSignal) => void

interface PlannedFailures {
  readonly code: PlannableFailure
  left: number
}

type Place = Pick<PlatformAccount, 'channelId' | 'platform'>

export type Faults = ReturnType<typeof createFaults>

/** Fault injection: lets tests, and clients of the API, check how they handle errors of a platform. */
export function createFaults() {
  const planned: PlannedFault[] = []
  const failing = new Map<string, PlannedFailures>()

  /** What the server reads for itself, in its own time, does not use up what was planned for a client. */
  function takeFailure(place: Place, isOwnPoll: boolean): PlannableFailure | undefined {
    const found = isOwnPoll ? undefined : failing.get(keyOf(place))
    if (found === undefined) return undefined
    found.left--
    if (found.left === 0) failing.delete(keyOf(place))
    return found.code
  }

  return {
    plan(platform: Platform, fault: Fault, call?: ConnectorCall, onHang?: OnHang): void {
      planned.push({ platform, fault, call, onHang })
    },

    /** The next `count` calls to this platform of this channel fail. Replaces what was planned before; 0 ends it. */
    failNext(place: Place, code: PlannableFailure, count: number): void {
      if (count === 0) failing.delete(keyOf(place))
      else failing.set(keyOf(place), { code, left: count })
    },

    /** Applies the planned fault of this call: returns `nothing` or throws. Undefined without a planned fault. */
    async inject(
      place: Place,
      call: ConnectorCall,
      signal: AbortSignal,
      isOwnPoll = false,
    ): Promise<'nothing' | undefined> {
      const { platform } = place
      const code = takeFailure(place, isOwnPoll || call === 'listPresent')
      if (code !== undefined) throw failureOf(code, platform)
      const index = planned.findIndex((one) => one.platform === platform && (one.call ?? call) === call)
      const [{ fault, onHang } = {}] = planned.splice(index, index < 0 ? 0 : 1)
      if (fault === 'timeout') {
        onHang?.(signal)
        await new Promise((_resolve, reject) => onAbort(signal, reject))
      }
      if (fault === 'refuse') throw failureOf('platform_refused', platform)
      return fault === 'nothing' ? fault : undefined
    },
  }
}

/** With the sentence that the failure has when a real platform causes it. */
function failureOf(code: PlannableFailure, platform: Platform): Failure {
  const service = platformTitles[platform]
  const sentences: Readonly<Partial<Record<PlannableFailure, Text>>> = {
    platform_not_connected: platformMessages.notConnected.of({ service }),
    platform_unavailable: platformMessages.unreachable.of({ service }),
    platform_refused: platformMessages.refused.of({ service, reason: sandboxMessages.injectedFault.of() }),
    platform_reauth_required: platformMessages.signInExpired.of({ account: service }),
  }
  return new Failure(code, {
    message: sentences[code],
    mayHaveHappened: code === 'outcome_unknown',
  })
}

function keyOf({ channelId, platform }: Place): string {
  return `${channelId} ${platform}`
}

function onAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
}
