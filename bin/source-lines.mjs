// Stack traces with the file names and lines of the source, for code that was bundled.

/**
 * Source maps are read when the first stack trace is wanted: `--enable-source-maps` reads them all at every start, which
 * takes longer than loading the bundle.
 * @param {URL} folder of the bundle
 */
export function mapStackTraces(folder) {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { SourceMap } = process.getBuiltinModule('node:module')
  const place = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/
  /** @type {Map<string, InstanceType<typeof SourceMap> | undefined>} */
  const maps = new Map()
  /** Refused calls are logged with their stack, the same few lines again and again. @type {Map<string, string>} */
  const known = new Map()

  /** @param {string} url */
  function mapOf(url) {
    if (!maps.has(url)) maps.set(url, url.startsWith(folder.href) ? read(url) : undefined)
    return maps.get(url)
  }

  /** @param {string} url */
  function read(url) {
    try {
      return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')))
    } catch {
      return undefined
    }
  }

  /** @param {string} frame */
  function inSource(frame) {
    const mapped = known.get(frame) ?? map(frame)
    if (known.size > 5_000) known.clear()
    known.set(frame, mapped)
    return mapped
  }

  /** @param {string} frame */
  function map(frame) {
    const [text, url = '', line, column] = place.exec(frame) ?? []
    const entry = text === undefined ? undefined : mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (text === undefined || entry === undefined || !('originalSource' in entry)) return frame
    const source = new URL(entry.originalSource, url).href
    return frame.replace(text, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
  }

  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${inSource(String(frame))}`)].join('\n')
}
