// @ts-check
// What comes over the line is taken for what it is, never for what it should be.

/** @param {unknown} value @returns {Record<string, unknown>} */
export function recordOf(value) {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? /** @type {Record<string, unknown>} */ (value) : {}
}

/** @param {unknown} value */
export function textOf(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** @param {unknown} value @param {number} least @param {number} most @param {number} usual */
export function numberOf(value, least, most, usual) {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : usual
}

/**
 * @template {string} T
 * @template [U=undefined]
 * @param {unknown} value
 * @param {readonly T[]} choices
 * @param {U} [usual]
 * @returns {T | U}
 */
export function oneOf(value, choices, usual) {
  const found = choices.find((choice) => choice === value)
  return found ?? /** @type {U} */ (usual)
}

/**
 * The address of a file of this server, or undefined: nothing is fetched from anywhere else.
 * @param {unknown} value
 */
export function ownUrl(value) {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    const url = new URL(value, location.href)
    return url.origin === location.origin ? url.href : undefined
  } catch {
    return undefined
  }
}
