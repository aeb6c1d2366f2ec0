// Deals test files out to processes. To start a process, to load the server into it and to start a browser takes longer
// than most files, so files share all of it.
import { availableParallelism } from 'node:os'
import { provided } from './test-needs.mjs'

/**
 * What the files of a process should take together. One process more costs two seconds of the processor, for the server
 * that is loaded and compiled again; with longer ones, some cores would wait for the others at the end.
 */
const togetherSeconds = 150
const browsers = ['chromium-127', 'chromium']

/**
 * @typedef {import('./test-files.ts').TestFile} TestFile
 * @param {readonly TestFile[]} files
 * @param {(file: TestFile) => number} secondsOf what a file is expected to take
 * @returns {{ files: TestFile[], seconds: number }[]}
 */
export function dealOut(files, secondsOf, cores = Math.min(4, availableParallelism())) {
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  return [...Map.groupBy(longestFirst, kindOf)].flatMap(([kind, alike]) => {
    const total = alike.reduce((sum, file) => sum + secondsOf(file), 0)
    const count = kind === 'alone' ? alike.length : Math.max(cores, Math.ceil(total / togetherSeconds))
    const shares = Array.from({ length: Math.min(count, alike.length) }, () => ({ files: [], seconds: 0 }))
    for (const file of alike) {
      const least = shares.reduce((found, share) => (share.seconds < found.seconds ? share : found))
      least.files.push(file)
      least.seconds += secondsOf(file)
    }
    return shares
  })
}

/** Files share a process with those of their kind. Those that wait for what is provided do not keep others waiting. */
function kindOf({ needs, whyAlone }) {
  if (whyAlone !== undefined) return 'alone'
  return browsers.find((browser) => needs.includes(browser)) ?? needs.some((need) => provided.includes(need))
}
