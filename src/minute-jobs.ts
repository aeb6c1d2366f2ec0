import type { Clock } from './ambient.ts'
import type { Log } from './log.ts'

const minuteMs = 60_000

type Job = () => Promise<unknown>

/**
 * What happens once a minute, just after it has ended. The first is the first whole one: of a minute that began without
 * us we do not know who was there. Returns the function that ends it and waits for what is under way.
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
        log.error('a job of the minute failed', { name, error })
      }
    }
  }

  function untilNextMs(): number {
    return minuteMs - (clock.now() % minuteMs)
  }

  function again(): void {
    running = run()
    // Not before the last is done: a minute that takes longer than a minute is followed by the next whole one.
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
