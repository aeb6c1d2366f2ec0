// Deals test files out to processes. To start a process, to load the server into it and to start a browser takes longer
// than most files, so files share all of it: a process has files for minutes. Some short ones run at the end,
// so that all cores are busy until then.
import { availableParallelism } from 'node:os'
import { isInstalled } from './test-needs.mjs'

/**
 * What the files of a process should take together, at most. One process more costs two seconds of the processor, for
 * the server that is loaded and compiled again. Browsers are shared by fewer files.
 */
const longSeconds = 600
const browserSeconds = 240
const shortSeconds = 90
/** The part of the files without a program that is left to short processes. */
const shortPart = 0.2
const browsers = ['chromium-127', 'chromium']
const otherPrograms = 'other programs'

/**
 * @typedef {import('./test-files.ts').TestFile} TestFile
 * @param {readonly TestFile[]} files
 * @param {(file: TestFile) => number} secondsOf what a file is expected to take
 * @returns {TestFile[][]}
 */
export function dealOut(files, secondsOf, cores = Math.min(4, availableParallelism())) {
  const alone = files.filter(isAlone)
  const kinds = [undefined, otherPrograms, ...browsers].map((kind) =>
    files.filter((file) => !isAlone(file) && kindOf(file) === kind),
  )
  return [
    ...alone.map((file) => [file]),
    ...kinds.flatMap((kind, at) => share(kind, secondsOf, { cores, isPlain: at === 0 })),
  ]
}

/** What a file is expected to take that has not been measured yet. */
export function usualSeconds({ needs, isSlow }) {
  return isSlow || needs.length > 0 ? 8 : 1
}

function isAlone({ isAlone, needs }) {
  return isAlone || needs.includes('bench')
}

/** Which program is shared; files that wait until programs are installed do not keep others waiting. */
function kindOf({ needs }) {
  return browsers.find((browser) => needs.includes(browser)) ?? (needs.some(isInstalled) ? otherPrograms : undefined)
}

/**
 * The longest file first, each to the process that has least of what it should have. Within a process they keep their
 * order.
 */
function share(files, secondsOf, { cores, isPlain }) {
  const total = files.reduce((sum, file) => sum + secondsOf(file), 0)
  const short = isPlain ? total * shortPart : 0
  const most = isPlain ? longSeconds : browserSeconds
  const sizes = [...split(total - short, cores, most), ...split(short, 1, shortSeconds)]
  // Files that take no time at all are still run.
  if (sizes.length === 0) sizes.push(0)
  const shares = sizes.slice(0, files.length).map((size) => ({ files: new Set(), size, seconds: 0 }))
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = shares.reduce((found, one) => (one.size - one.seconds > found.size - found.seconds ? one : found))
    least.files.add(file)
    least.seconds += secondsOf(file)
  }
  return shares.map((one) => files.filter((file) => one.files.has(file))).filter(({ length }) => length > 0)
}

/** Into equal parts that are no longer than `most`, at least `count` of them. */
function split(total, count, most) {
  if (total === 0) return []
  const parts = Math.max(count, Math.ceil(total / most))
  return Array.from({ length: parts }, () => total / parts)
}
