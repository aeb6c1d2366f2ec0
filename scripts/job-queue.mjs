// Runs processes, several at a time: three for each core, because a test waits more than half of its time for a browser, a
// database or a timer.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** A process that runs longer than this hangs. */
const longestMs = 1_800_000
const mostAtOnce = 12
const mostLines = 40

/**
 * @typedef {{ name: string, command: string, args: string[], env?: Record<string, string>, after?: Job }} Job
 * @typedef {{ isGreen: boolean, printed: string, seconds: number }} JobResult
 */

/**
 * @template {Job} T
 * @param {readonly T[]} jobs in the order in which they are started; one with `after` waits until that one has ended,
 * and others take its place
 * @param {{ onEnd: (job: T, result: JobResult) => void }} options
 */
export async function runJobs(
  jobs,
  { cwd, onEnd, atOnce = Math.min(mostAtOnce, 3 * availableParallelism()), timeoutMs = longestMs },
) {
  const waiting = new Set(jobs)
  const running = new Set()
  const { promise: done, resolve } = Promise.withResolvers()

  function fill() {
    for (const job of waiting) {
      if (running.size >= atOnce) return
      if (waiting.has(job.after) || running.has(job.after)) continue
      waiting.delete(job)
      running.add(job)
      void runJob(job, { cwd, timeoutMs }).then((result) => {
        onEnd(job, result)
        running.delete(job)
        fill()
      })
    }
    if (running.size === 0) resolve()
  }
  fill()
  await done
}

/** What a process prints is kept until it ends, so that files that run together do not print into each other. */
function runJob({ command, args, env }, { cwd, timeoutMs }) {
  const startedAt = performance.now()
  const options = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: Number.POSITIVE_INFINITY }
  return new Promise((done) => {
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      process.off('exit', endWithUs)
      const reason = child.pid === undefined ? `${command} could not be started: ${error.message}\n` : ''
      const hung = error?.killed ? `Ended after ${timeoutMs / 1000} s without a result.\n` : ''
      const printed = `${stdout}${stderr}${reason}${hung}`
      done({ isGreen: error === null, printed, seconds: (performance.now() - startedAt) / 1000 })
    })
    const endWithUs = () => child.kill('SIGTERM')
    process.once('exit', endWithUs)
  })
}

/**
 * For the end of a log: the failures as the `spec` reporter lists them or, of a process that printed no such list, its
 * last lines.
 * @param {string} printed
 */
export function failuresIn(printed) {
  const at = printed.lastIndexOf('✖ failing tests:')
  return at < 0 ? printed.trimEnd().split('\n').slice(-mostLines).join('\n') : printed.slice(at)
}
