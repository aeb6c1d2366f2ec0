// Reads untrusted values: whatever the server sends, the page goes on.

export function recordOf(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? (value as Record<string, unknown>) : {}
}

export function textOf(value: unknown) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function numberOf(value: unknown, least: number, most: number, fallback: number) {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : fallback
}

export function oneOf<T extends string, U = undefined>(value: unknown, choices: readonly T[], fallback?: U): T | U {
  const found = choices.find((choice) => choice === value)
  return found ?? (fallback as U)
}

/** The address of a file of this server, or undefined: nothing is fetched from other servers. */
export function ownUrl(value: unknown) {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    const url = new URL(value, location.href)
    return url.origin === location.origin ? url.href : undefined
  } catch {
    return undefined
  }
}
