import { Session } from 'node:inspector/promises'

/** What a measured server reports to the benchmark. */
export interface Measurement {
  /** Processor time of the whole process, all threads. */
  readonly cpuMs: number
  readonly residentMiB: number
}

export type Question = 'measure' | 'tidy-up' | 'skip' | 'start-profile' | 'stop-profile'

/** Reports the port to the benchmark, and then its resource usage on request. */
export function answerMeasurements(
  port: number,
  { overlayToken, skip }: { readonly overlayToken?: string; readonly skip?: () => Promise<void> } = {},
): void {
  let session: Session | undefined
  process.on('message', async (question: Question) => {
    if (question === 'measure') process.send?.(measureHere())
    else if (question === 'tidy-up') {
      await tidyUpHere()
      process.send?.({})
    } else if (question === 'skip') {
      await skip?.()
      process.send?.({})
    } else if (question === 'start-profile') {
      session = new Session()
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.start')
      process.send?.({})
    } else {
      process.send?.((await session?.post('Profiler.stop'))?.profile ?? {})
    }
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port, overlayToken })
}

export function measureHere(): Measurement {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, residentMiB: process.memoryUsage.rss() / 2 ** 20 }
}

export async function tidyUpHere(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
