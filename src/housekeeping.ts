import type { Log } from './log.ts'

const everyMs = 60 * 60 * 1000
/** Not at once: a start has better things to do. */
const firstAfterMs = 60 * 1000

type Job = () => Promise<number>

/** Throws away what is only kept for a time. Returns the function that ends it. */
export function startHousekeeping(jobs: Readonly<Record<string, Job>>, log: Log): () => void {
  async function tidy(): Promise<void> {
    for (const [name, job] of Object.entries(jobs)) {
      try {
        const count = await job()
        if (count > 0) log.info('tidied', { name, count })
      } catch (error) {
        log.error('tidying failed', { name, error })
      }
    }
  }
  let timer = setTimeout(function again() {
    void tidy()
    timer = setTimeout(again, everyMs).unref()
  }, firstAfterMs).unref()
  return () => clearTimeout(timer)
}
