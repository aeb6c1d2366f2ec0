// Deals test files out to processes. To start a process, to load the server into it and to start a browser takes longer
// than most files, so files share all of it, and a process has as many files as take about half a minute.
import { availableParallelism } from 'node:os'

/** What the files of a process should take together. Longer ones would keep a core busy while the others are done. */
const shareSeconds = 30
const browsers = ['chromium-127', 'chromium']

/**
 * @typedef {import('./test-files.ts').TestFile} TestFile
 * @param {readonly TestFile[]} files
 * @param {(file: TestFile) => number} secondsOf what a file is expected to take
 * @returns {TestFile[][]}
 */
export function dealOut(files, secondsOf, cores = Math.min(4, availableParallelism())) {
  const alone = files.filter(isAlone)
  const kinds = [undefined, ...browsers].map((kind) =>
    files.filter((file) => !isAlone(file) && browserOf(file) === kind),
  )
  return [...alone.map((file) => [file]), ...kinds.flatMap((kind) => share(kind, secondsOf, cores))]
}

/** What a file is expected to take that has not been measured yet. */
export function usualSeconds({ needs, isSlow }) {
  return isSlow || needs.length > 0 ? 8 : 1
}

function isAlone({ isAlone, needs }) {
  return isAlone || needs.includes('bench')
}

function browserOf({ needs }) {
  return browsers.find((browser) => needs.includes(browser))
}

/** The longest file first, each to the process that has least to do. Within a process they keep their order. */
function share(files, secondsOf, cores) {
  const total = files.reduce((sum, file) => sum + secondsOf(file), 0)
  const count = Math.min(files.length, Math.max(cores, Math.ceil(total / shareSeconds)))
  const shares = Array.from({ length: count }, () => ({ files: [], seconds: 0 }))
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = shares.reduce((found, one) => (one.seconds < found.seconds ? one : found))
    least.files.push(file)
    least.seconds += secondsOf(file)
  }
  return shares.map((one) => files.filter((file) => one.files.includes(file)))
}
