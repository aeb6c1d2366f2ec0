// Deals test files out to processes. To start a process and to load the server into it takes two seconds of the processor,
// longer than most files, and a browser takes more; so files share all of it.
import { availableParallelism } from 'node:os'
import { provided } from './test-needs.mjs'

/** What the files of a process should take together. With more, some cores would wait for the others at the end. */
const mostSeconds = 240
/** What a second process has to be worth. */
const leastSeconds = 20
const browsers = ['chromium-127', 'chromium']

/**
 * @typedef {import('./test-files.ts').TestFile & { engine: string, seconds: number }} TestRun a file on an engine, and
 * what it is expected to take
 * @param {readonly TestRun[]} runs
 * @returns {{ runs: TestRun[], seconds: number }[]}
 */
export function dealOut(runs, cores = availableParallelism()) {
  const enough = Math.min(mostSeconds, Math.max(leastSeconds, sum(runs) / (2 * cores)))
  const longestFirst = runs.toSorted((a, b) => b.seconds - a.seconds)
  return [...Map.groupBy(longestFirst, kindOf).values()].flatMap((alike) => {
    const shares = Array.from({ length: Math.ceil(sum(alike) / enough) || 1 }, () => ({ runs: [], seconds: 0 }))
    for (const run of alike) {
      const least = shares.reduce((found, share) => (share.seconds < found.seconds ? share : found))
      least.runs.push(run)
      least.seconds += run.seconds
    }
    return shares.filter(({ runs }) => runs.length > 0)
  })
}

function sum(runs) {
  return runs.reduce((total, { seconds }) => total + seconds, 0)
}

/** Files share a process with those of their kind. Those that wait for what is provided do not keep others waiting. */
function kindOf({ path, engine, needs, whyAlone }) {
  if (whyAlone !== undefined) return `${engine} ${path}`
  const browser = browsers.find((name) => needs.includes(name))
  return `${engine} ${browser ?? needs.some((need) => provided.includes(need))}`
}
