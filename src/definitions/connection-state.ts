import { listOf } from '../kernel/text/formats.ts'
import { defineMessages, type Text } from '../kernel/text/message.ts'
import { commonWords } from './common-words.ts'

/** Every state of a connection to an outside service, as the panel shows it. */
export const connectionStates = [
  'connecting',
  'connected',
  'limited',
  'reconnecting',
  'rate_limited',
  'missing_permission',
  'needs_sign_in',
  'failed',
] as const
/**
 * `limited`: it works, but not completely. `reconnecting`: it was lost and the next attempt is planned. `failed`: it does
 * not work until a person changes something, and the message says what; attempts go on all the same.
 */
export type ConnectionState = (typeof connectionStates)[number]

/** `off`: nothing is there at present. `waiting`: it is set up, and nothing has come yet. */
export const shownStates = ['off', 'waiting', ...connectionStates] as const
export type ShownState = (typeof shownStates)[number]

export interface ConnectionStatus {
  readonly state: ConnectionState
  /** One sentence: why it is so, or what works. */
  readonly message: Text
  /** When the next attempt begins (`reconnecting`) or the limit ends (`rate_limited`). */
  readonly until: number | null
  /** The permissions that are missing, by the names that the service uses. */
  readonly missing: readonly string[]
}

const words = defineMessages('connection', {
  off: commonWords.isNotConnected,
  waiting: 'Nothing received yet',
  connecting: commonWords.isConnecting,
  connected: commonWords.isConnected,
  limited: 'Connected with limits',
  reconnecting: 'Reconnecting',
  reconnectingIn: 'Reconnecting in {seconds:number} s',
  reconnectingInMinutes: 'Reconnecting in {minutes:number} min',
  rateLimited: 'Rate-limited',
  rateLimitedUntil: 'Rate-limited until {at:time}',
  rateLimitedUntilDay: 'Rate-limited until {at:datetime}',
  missingPermission: 'Missing permission: {permissions}',
  missingSomePermission: 'Missing permission',
  needsSignIn: 'Needs sign-in',
  failed: 'Not working',
})

const countedInSeconds = 120
const dayMs = 24 * 60 * 60_000

/** The state in words, as of `now`: call it again every second. `permissions` are the titles of those that are missing. */
export function connectionWords(
  status: { readonly state: ShownState; readonly until: number | null },
  now: number,
  permissions: readonly string[] = [],
): string {
  const { state, until } = status
  const seconds = until === null ? 0 : Math.ceil((until - now) / 1000)
  switch (state) {
    case 'reconnecting':
      if (seconds <= 0) return words.reconnecting()
      if (seconds <= countedInSeconds) return words.reconnectingIn({ seconds })
      return words.reconnectingInMinutes({ minutes: Math.ceil(seconds / 60) })
    case 'rate_limited':
      if (until === null || seconds <= 0) return words.rateLimited()
      return until - now < dayMs ? words.rateLimitedUntil({ at: until }) : words.rateLimitedUntilDay({ at: until })
    case 'missing_permission':
      if (permissions.length === 0) return words.missingSomePermission()
      return words.missingPermission({ permissions: listOf(permissions) })
    case 'needs_sign_in':
      return words.needsSignIn()
    default:
      return words[state]()
  }
}

/** Where a person has to do something. The others solve themselves. */
export function needsPerson(state: ShownState): boolean {
  return state === 'needs_sign_in' || state === 'missing_permission' || state === 'failed'
}

/** The most urgent of several states of one connection is the one that is shown. Of equals it is the last. */
export function mostUrgent<S extends { readonly state: ConnectionState }>(all: readonly [S, ...S[]]): S {
  return all.reduce((worst, one) => (urgency[one.state] >= urgency[worst.state] ? one : worst))
}

/** Whether everything is as it should be. */
export function isFine(state: ShownState): boolean {
  return ['off', 'waiting', 'connected', 'limited'].includes(state)
}

const urgency: Readonly<Record<ConnectionState, number>> = {
  connected: 0,
  limited: 1,
  missing_permission: 2,
  connecting: 3,
  reconnecting: 4,
  rate_limited: 5,
  failed: 6,
  needs_sign_in: 7,
}
