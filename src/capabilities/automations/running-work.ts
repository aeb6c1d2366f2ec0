import type { Log } from '../../kernel/log.ts'

/** A node says this often that its runs still run. */
const renewEveryMs = 20_000

/** The runs of this node that are under way. */
export function createRunningWork({ renew, log }: { readonly renew: () => Promise<unknown>; readonly log: Log }) {
  const running = new Set<Promise<void>>()
  let renewing: NodeJS.Timeout | undefined

  return {
    /** Remembers the work until it is over, and says meanwhile that this node is alive. */
    track(work: Promise<void>): void {
      running.add(work)
      renewing ??= setInterval(() => {
        renew().catch((error: unknown) => log.warn('running automations could not be renewed', { error }))
      }, renewEveryMs).unref()
      void work.finally(() => {
        running.delete(work)
        if (running.size > 0) return
        clearInterval(renewing)
        renewing = undefined
      })
    },

    /** Resolves when no run is under way. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
