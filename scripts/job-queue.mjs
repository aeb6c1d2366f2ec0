// Runs processes, several at a time: one for each core, and more while the cores are idle, because some tests mostly
// wait (for sounds, idle sockets, outages). A machine that does something else as well is not loaded further.
import { spawn } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'

/** A process that runs longer than this hangs. */
const timeoutMs = 1_800_000
const sampleMs = 300
/** The part of all cores that has to be idle before one more process is started. */
const enoughIdle = 0.15
const mostWaiting = 4

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
export async function runJobs(jobs, { cwd, atOnce = Math.min(4, availableParallelism()) }) {
  const waiting = [...jobs]
  const running = new Set()
  const ended = new Set()
  const { promise: done, resolve } = Promise.withResolvers()

  function startNext() {
    const at = waiting.findIndex(({ after }) => after === undefined || ended.has(after))
    if (at < 0) return false
    const [job] = waiting.splice(at, 1)
    const run = runJob(job, cwd).finally(() => {
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
  let before = cpuTimes()
  const sampler = setInterval(() => {
    const now = cpuTimes()
    const idle = (now.idle - before.idle) / Math.max(1, now.total - before.total)
    before = now
    const mayAdd = atOnce > 1 && running.size < atOnce + mostWaiting
    if (mayAdd && idle > enoughIdle) startNext()
  }, sampleMs)
  fill()
  await done
  clearInterval(sampler)
}

/** What a process prints is kept until it ends, so that files that run together do not print into each other. */
function runJob({ command, args, env = {}, onEnd }, cwd) {
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

function cpuTimes() {
  let [idle, total] = [0, 0]
  for (const { times } of cpus()) {
    idle += times.idle
    total += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { idle, total }
}
