import type { FromPlayer } from '../contract/player-messages.ts'

type Fields = Readonly<Record<string, unknown>>

/** No video is longer. */
const maxSeconds = 7 * 24 * 60 * 60
const maxCode = 9_999

/** What a player page sent, or undefined when it is not exactly what one may say. */
export function parsePlayerFrame(text: string): FromPlayer | undefined {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return undefined
  const fields = frame as Fields
  const { type, id, token, page, positionMs, seconds, code } = fields
  switch (type) {
    case 'hello':
      return hasOnly(fields, ['type', 'token', 'page']) && isWord(token, 200) && isWord(page, 100)
        ? { type, token, page }
        : undefined
    case 'position': {
      const isWhole = hasOnly(fields, ['type', 'id', 'positionMs', 'seconds'])
      return isWhole && isId(id) && isCount(positionMs, maxSeconds * 1000) && isCount(seconds, maxSeconds)
        ? { type, id, positionMs, seconds }
        : undefined
    }
    case 'ended':
      return hasOnly(fields, ['type', 'id']) && isId(id) ? { type, id } : undefined
    case 'failed':
      return hasOnly(fields, ['type', 'id', 'code']) && isId(id) && isCount(code, maxCode)
        ? { type, id, code }
        : undefined
    case 'pong':
      return hasOnly(fields, ['type']) ? { type } : undefined
    default:
      return undefined
  }
}

function hasOnly(fields: Fields, names: readonly string[]): boolean {
  return Object.keys(fields).every((name) => names.includes(name))
}

function isWord(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max && /^[\w-]+$/.test(value)
}

function isCount(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max
}

function isId(value: unknown): value is number {
  return isCount(value, Number.MAX_SAFE_INTEGER)
}
