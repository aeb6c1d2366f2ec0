import type { Clock } from './ambient.ts'
import type { Log } from './log.ts'

const minuteMs = 60_000

type Job = () => Promise<unknown>

/**
 * Runs jobs just after the end of each minute. The first run follows the first whole minute, because presence in a partly
 * observed minute is unknown. Returns the function that stops the jobs and waits for running ones.
 */
export function startMinuteJobs(jobs: Readonly<Record<string, Job>>, clock: Clock, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isEnded = false
  let timer: NodeJS.Timeout

  async function run(): Promise<void> {
    for (const [name, job] of Object.entries(jobs)) {
      try {
        await job()
      } catch (error) {
        log.error('minute job failed', { name, error })
      }
    }
  }

  function untilNextMs(): number {
    return minuteMs - (clock.now() % minuteMs)
  }

  function again(): void {
    running = run()
    // Starts only after the previous run: a run longer than a minute is followed by the next whole minute.
    void running.then(() => {
      if (!isEnded) timer = setTimeout(again, untilNextMs()).unref()
    })
  }

  timer = setTimeout(again, untilNextMs() + minuteMs).unref()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    await running
  }
}
