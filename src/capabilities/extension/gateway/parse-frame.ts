import { mirrorStates, parseMirrored } from '../../../platforms/contract/mirrored-events.ts'
import { isReason } from '../../../registry/check-page-reason.ts'
import { clipFailureReasons, type FromExtension } from '../contract/extension-messages.ts'

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
  return isWhole && known !== undefined && (detail === '' || isReason(detail, 'extension'))
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
