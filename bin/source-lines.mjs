// Stack traces with the file names and lines of the source, for code that was bundled.

const { readFileSync } = process.getBuiltinModule('node:fs')

/** @typedef {{ readonly line: number, readonly column: number }} Place */
/** @typedef {Place & { readonly source: number }} SourcePlace */
/** @typedef {{ readonly mappings: string, readonly sources: readonly string[] }} RawMap */

/** Where a script is running: its address, line and column. */
const places = /(file:\/\/[^\s()"\\]+\.mjs):(\d+):(\d+)/g

/**
 * The text with places in the source instead of places in the bundle. Reads the source maps of the scripts that the text
 * names, and keeps nothing of them: they are needed seldom, and take some 30 MiB when they are decoded as a whole.
 * @param {string} text
 */
export function withSourceLines(text) {
  /** @type {Map<string, Place[]>} */
  const wanted = new Map()
  for (const [, url = '', line, column] of text.matchAll(places)) {
    wanted.set(url, [...(wanted.get(url) ?? []), { line: Number(line) - 1, column: Number(column) - 1 }])
  }
  const found = new Map([...wanted].flatMap(([url, all]) => [...inSource(url, all)]))
  return text.replace(places, (place) => found.get(place) ?? place)
}

/**
 * @param {string} url
 * @param {readonly Place[]} wanted
 * @returns {Map<string, string>} from places in the script to places in the source
 */
function inSource(url, wanted) {
  const map = readMap(url)
  if (map === undefined) return new Map()
  return new Map(
    findSegments(map.mappings, wanted).map(([{ line, column }, found]) => [
      `${url}:${line + 1}:${column + 1}`,
      `${new URL(map.sources[found.source] ?? '', url).href}:${found.line + 1}:${found.column + 1}`,
    ]),
  )
}

/** @param {string} url @returns {RawMap | undefined} */
function readMap(url) {
  try {
    return JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * The last segment at or before each place, in one pass over the mappings that stops behind the last place. Segments are
 * differences to the one before, as variable-length quantities in Base64 (ECMA-426, "Source map format").
 * @param {string} mappings
 * @param {readonly Place[]} wanted
 */
function findSegments(mappings, wanted) {
  const left = wanted.toSorted((a, b) => a.line - b.line || a.column - b.column)
  /** @type {[Place, SourcePlace][]} */
  const found = []
  const segment = [0, 0, 0, 0]
  /** @type {SourcePlace | undefined} */
  let before
  let generatedLine = 0
  let [field, value, shift] = [0, 0, 0]

  /** Places before this column of the line belong to the segment before. @param {number} column */
  function passTo(column) {
    for (let next = left[0]; next !== undefined; next = left[0]) {
      if (next.line > generatedLine || (next.line === generatedLine && next.column >= column)) return
      if (before !== undefined && next.line === generatedLine) found.push([next, before])
      left.shift()
    }
  }

  for (let at = 0; at <= mappings.length && left.length > 0; at++) {
    const digit = digits[mappings.charCodeAt(at)]
    if (digit !== undefined) {
      value += (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      if (field === 0) passTo((segment[0] ?? 0) + signed(value))
      if (field < 4) segment[field] = (segment[field] ?? 0) + signed(value)
      field++
      value = 0
      shift = 0
      continue
    }
    // The end of a segment: a comma, the end of the line, or the end of all.
    const [, source = 0, line = 0, column = 0] = segment
    if (field > 0) before = field > 1 ? { source, line, column } : undefined
    field = 0
    if (mappings[at] === ',') continue
    passTo(Number.POSITIVE_INFINITY)
    generatedLine++
    segment[0] = 0
    before = undefined
  }
  return found
}

/** The lowest bit is the sign. @param {number} value */
function signed(value) {
  return value & 1 ? -(value >>> 1) : value >>> 1
}

/** By character code. @type {(number | undefined)[]} */
const digits = []
for (const [value, character] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  digits[character.charCodeAt(0)] = value
}
