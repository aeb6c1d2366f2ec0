import {
  type MirroredEvent,
  type MirrorState,
  mirrorStates,
  parseMirrored,
} from '../../../platforms/contract/mirrored-events.ts'

/** The messages on the socket of the clip extension, for both ends. One message per frame. */

/** How often the extension sends a sign of life: a browser ends a worker that is idle for 30 s. */
export const aliveMs = 20_000

/** Why there is no clip. */
export const clipFailureReasons = [
  'no_tab',
  'signed_out',
  'not_live',
  'page_changed',
  'rate_limited',
  'refused',
  'timed_out',
] as const
export type ClipFailureReason = (typeof clipFailureReasons)[number]

export interface ClipOrder {
  readonly id: string
  /** Whose stream, by the name in the address of its page. */
  readonly channel: string
  readonly title: string
  readonly seconds: number
  /** How long it may take. */
  readonly timeoutMs: number
}

export type ClipResult =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: ClipFailureReason; readonly detail: string }

export type ExtensionByeReason =
  | 'shutting_down'
  | 'unpaired'
  | 'invalid_token'
  | 'invalid_code'
  | 'too_many_tries'
  | 'too_many_browsers'
  | 'too_many_messages'
  | 'bad_message'
  | 'hello_expected'
  | 'replaced'

export type ToExtension =
  /** The answer to a code: what to say hello with from now on. */
  | { readonly type: 'paired'; readonly token: string; readonly channel: string }
  | { readonly type: 'welcome'; readonly channel: string; readonly aliveMs: number }
  | { readonly type: 'alive' }
  | ({ readonly type: 'clip' } & ClipOrder)
  /** Whose chat to mirror, by the name in the address of its page; null while mirroring is off. */
  | { readonly type: 'mirror'; readonly channel: string | null }
  | { readonly type: 'bye'; readonly reason: ExtensionByeReason }

export interface BrowserWords {
  /** What a person calls the browser, such as `Chrome on Windows`. */
  readonly browser: string
  /** Of the extension. */
  readonly version: string
}

export type FromExtension =
  | ({ readonly type: 'pair'; readonly code: string } & BrowserWords)
  | { readonly type: 'hello'; readonly token: string; readonly version: string; readonly tab: boolean }
  /** `tab` says whether a page of the platform is open. */
  | { readonly type: 'alive'; readonly tab: boolean }
  | { readonly type: 'clip-result'; readonly id: string; readonly result: ClipResult }
  | { readonly type: 'mirror-state'; readonly state: MirrorState }
  /** `broadcaster` is the id of the account whose page this is. */
  | { readonly type: 'mirrored'; readonly broadcaster: string; readonly events: readonly MirroredEvent[] }
  /** The person at the browser wants to be rid of the pairing. */
  | { readonly type: 'unpair' }

/** What an extension sent, or undefined when it is not exactly what one may say. */
export function parseExtensionFrame(text: string): FromExtension | undefined {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return undefined
  const fields = frame as Fields
  switch (fields.type) {
    case 'pair': {
      const { code, browser, version } = fields
      const isWhole = hasOnly(fields, ['type', 'code', 'browser', 'version'])
      return isWhole && isLine(code, 40) && isLine(browser, 100) && isLine(version, 20)
        ? { type: 'pair', code, browser, version }
        : undefined
    }
    case 'hello': {
      const { token, version, tab } = fields
      const isWhole = hasOnly(fields, ['type', 'token', 'version', 'tab'])
      return isWhole && isLine(token, 200) && isLine(version, 20) && typeof tab === 'boolean'
        ? { type: 'hello', token, version, tab }
        : undefined
    }
    case 'alive':
      return hasOnly(fields, ['type', 'tab']) && typeof fields.tab === 'boolean'
        ? { type: 'alive', tab: fields.tab }
        : undefined
    case 'clip-result':
      return parseResult(fields)
    case 'mirror-state': {
      const state = mirrorStates.find((one) => one === fields.state)
      return state !== undefined && hasOnly(fields, ['type', 'state']) ? { type: 'mirror-state', state } : undefined
    }
    case 'mirrored': {
      const { broadcaster } = fields
      const events = parseMirrored(fields.events)
      const isWhole = hasOnly(fields, ['type', 'broadcaster', 'events']) && typeof broadcaster === 'string'
      return isWhole && /^\d{1,15}$/.test(broadcaster) && events !== undefined
        ? { type: 'mirrored', broadcaster, events }
        : undefined
    }
    case 'unpair':
      return hasOnly(fields, ['type']) ? { type: 'unpair' } : undefined
    default:
      return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function parseResult(fields: Fields): FromExtension | undefined {
  const { id, ok, url, reason, detail } = fields
  if (typeof id !== 'string' || !/^\w{1,60}$/.test(id)) return undefined
  if (ok === true) {
    return hasOnly(fields, ['type', 'id', 'ok', 'url']) && isLine(url, 500) && isWebAddress(url)
      ? { type: 'clip-result', id, result: { ok, url } }
      : undefined
  }
  const known = clipFailureReasons.find((one) => one === reason)
  const isWhole = ok === false && hasOnly(fields, ['type', 'id', 'ok', 'reason', 'detail'])
  return isWhole && known !== undefined && (detail === '' || isLine(detail, 300))
    ? { type: 'clip-result', id, result: { ok: false, reason: known, detail } }
    : undefined
}

/** The link goes to the chat, so it is a link and nothing else. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !/\s/.test(url)
}

function hasOnly(fields: Fields, allowed: readonly string[]): boolean {
  return Object.keys(fields).every((key) => allowed.includes(key))
}

function isLine(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength && /^[^\p{Cc}\p{Cs}]+$/u.test(value)
}
