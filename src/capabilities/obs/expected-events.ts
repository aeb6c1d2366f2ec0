import type { ObsEvent } from '../../platforms/obs/obs-events.external.ts'

export interface Expectation {
  /** The report, or undefined if it did not come in time. */
  readonly came: Promise<ObsEvent | undefined>
  cancel(): void
}

interface Waiter {
  readonly isMeant: (event: ObsEvent) => boolean
  resolve(event: ObsEvent | undefined): void
}

/** Reports of OBS that calls wait for, because OBS answers a request before its effect is there. */
export function createExpectedEvents() {
  const waiters = new Set<Waiter>()

  return {
    expect(isMeant: (event: ObsEvent) => boolean, timeoutMs: number): Expectation {
      const { promise, resolve } = Promise.withResolvers<ObsEvent | undefined>()
      const finish = (event: ObsEvent | undefined) => {
        waiters.delete(waiter)
        clearTimeout(timer)
        resolve(event)
      }
      const waiter: Waiter = { isMeant, resolve: finish }
      const timer = setTimeout(() => finish(undefined), timeoutMs).unref()
      waiters.add(waiter)
      return { came: promise, cancel: () => finish(undefined) }
    },

    report(event: ObsEvent): void {
      for (const waiter of waiters) if (waiter.isMeant(event)) waiter.resolve(event)
    },

    cancelAll(): void {
      for (const { resolve } of waiters) resolve(undefined)
    },
  }
}
