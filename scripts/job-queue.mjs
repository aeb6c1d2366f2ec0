// Runs processes, several at a time: two for each core, because a test waits about half of its time for a browser, a
// database or a timer.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** A process that runs longer than this hangs. */
const longestMs = 1_800_000
const mostAtOnce = 8

/**
 * @typedef {{
 *   command: string
 *   args: string[]
 *   env?: Record<string, string>
 *   after?: Job
 *   onEnd: (result: JobResult) => void
 * }} Job
 * @typedef {{ status: number | null, printed: string, seconds: number }} JobResult
 */

/**
 * @param {readonly Job[]} jobs in the order in which they are started; one with `after` waits until that one has ended,
 * and others take its place
 */
export async function runJobs(
  jobs,
  { cwd, atOnce = Math.min(mostAtOnce, 2 * availableParallelism()), timeoutMs = longestMs },
) {
  const waiting = [...jobs]
  const running = new Set()
  const ended = new Set()
  const { promise: done, resolve } = Promise.withResolvers()

  function startNext() {
    const at = waiting.findIndex(({ after }) => after === undefined || ended.has(after))
    if (at < 0) return false
    const [job] = waiting.splice(at, 1)
    const run = runJob(job, { cwd, timeoutMs }).finally(() => {
      running.delete(run)
      ended.add(job)
      fill()
    })
    running.add(run)
    return true
  }
  function fill() {
    while (running.size < atOnce && startNext());
    if (running.size === 0) resolve()
  }
  fill()
  await done
}

/** What a process prints is kept until it ends, so that files that run together do not print into each other. */
function runJob({ command, args, env = {}, onEnd }, { cwd, timeoutMs }) {
  const startedAt = performance.now()
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    const endWithUs = () => child.kill('SIGTERM')
    process.once('exit', endWithUs)
    let printed = ''
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8')
      output.on('data', (chunk) => (printed += chunk))
    }
    const timer = setTimeout(() => {
      printed += `Ended after ${timeoutMs / 1000} s without a result.\n`
      child.kill('SIGTERM')
    }, timeoutMs)
    child.on('error', (error) => (printed += `${command} could not be started: ${error.message}\n`))
    child.on('close', (status) => {
      clearTimeout(timer)
      process.off('exit', endWithUs)
      onEnd({ status, printed, seconds: (performance.now() - startedAt) / 1000 })
      done()
    })
  })
}
