import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { TikTokAdapter } from './adapter.ts'
import { openAdapterSocket, type SocketTiming } from './adapter-socket.ts'
import { createGiftStreaks } from './gift-streaks.ts'
import { tiktokMessages } from './messages.ts'
import { reportsInTikFinity } from './tikfinity.external.ts'

const title = 'TikFinity'

/** TikFinity, a program that many broadcasters run already; it serves its events to programs on the same computer. */
export function createTikFinity(needs: {
  clock: Clock
  log: Log
  url: string
  username: string
  timing: SocketTiming
}): TikTokAdapter {
  const { clock, log, url, username, timing } = needs
  const user = { id: username.toLowerCase(), username, displayname: username }

  return {
    title,
    titleAtStart: title,
    counts: ['viewers'],
    identify: async () => user,

    open(listener) {
      let offline: NodeJS.Timeout | undefined
      const streaks = createGiftStreaks({
        waitMs: timing.streakMs,
        report: (event) => listener.report({ kind: 'event', event }),
      })

      /** TikFinity does not say that a stream is live. Its viewers are counted every few seconds while it is. */
      function noteLive(): void {
        clearTimeout(offline)
        offline = setTimeout(() => listener.report({ kind: 'stream', news: { live: false } }), timing.silenceMs).unref()
        listener.report({ kind: 'stream', news: { live: true } })
      }

      const close = openAdapterSocket({
        clock,
        connecting: () => tiktokMessages.connecting.of({ adapter: title }),
        connected: () => tiktokMessages.tikfinityConnected.of(),
        onStatus: listener.setStatus,
        address: () => url,
        log,
        timing,
        mayBeSilent: true,
        begin: () => (text) => {
          const reports = reportsInTikFinity(text, clock.now())
          if (reports.length > 0) noteLive()
          for (const one of reports) {
            if (one.kind === 'streak') streaks.take(one)
            else listener.report(one)
          }
          return true
        },
        lost() {
          clearTimeout(offline)
          return { state: 'reconnecting', message: tiktokMessages.tikfinityUnreachable.of() }
        },
      })
      return () => {
        clearTimeout(offline)
        close()
        streaks.close()
      }
    },
  }
}
