import type { Log } from '../kernel/log.ts'

const everyMs = 60 * 60 * 1000
/** Delayed, so that it does not slow down the start. */
const firstAfterMs = 60 * 1000

type Job = () => Promise<number>

/** Deletes expired data at regular intervals. Returns the function that stops it. */
export function startHousekeeping(jobs: Readonly<Record<string, Job>>, log: Log): () => void {
  async function runJobs(): Promise<void> {
    for (const [name, job] of Object.entries(jobs)) {
      try {
        const count = await job()
        if (count > 0) log.info('tidied', { name, count })
      } catch (error) {
        log.error('housekeeping job failed', { name, error })
      }
    }
  }
  let timer = setTimeout(function again() {
    void runJobs()
    timer = setTimeout(again, everyMs).unref()
  }, firstAfterMs).unref()
  return () => clearTimeout(timer)
}
