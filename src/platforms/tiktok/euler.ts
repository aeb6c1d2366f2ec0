import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ending } from '../calls/connection.ts'
import type { TikTokAdapter } from './adapter.ts'
import { openAdapterSocket, type SocketTiming } from './adapter-socket.ts'
import { closeCodes, eulerAddress, reportsInMessages } from './euler.external.ts'
import { createGiftStreaks } from './gift-streaks.ts'
import { tiktokMessages } from './messages.ts'

const title = 'Euler Stream'

/** Euler Stream, a commercial service that provides TikTok events; it needs an API key. */
export function createEuler(needs: {
  clock: Clock
  log: Log
  url: string
  username: string
  key: string
  timing: SocketTiming
}): TikTokAdapter {
  const { clock, log, url, username, key, timing } = needs
  const user = { id: username.toLowerCase(), username, displayname: username }

  function endingOf(code: number): Ending {
    if (isOffline(code)) return { state: 'connected', message: tiktokMessages.notLive.of(), waitMs: timing.offlineMs }
    if (closeCodes.notAllowed.some((one) => one === code)) {
      return { state: 'needs_sign_in', message: tiktokMessages.eulerRefused.of(), waitMs: timing.longestRetryMs }
    }
    if (closeCodes.tooMany.some((one) => one === code)) {
      return { state: 'rate_limited', message: tiktokMessages.eulerLimit.of(), waitMs: timing.longestRetryMs }
    }
    const isTimeUp = closeCodes.timeUp.some((one) => one === code)
    const message = isTimeUp ? tiktokMessages.eulerTimeUp.of() : tiktokMessages.eulerUnreachable.of()
    return { state: 'reconnecting', message }
  }

  function unreadable(type: string): void {
    log.warn('Euler Stream sent a message that cannot be read', { type })
  }

  return {
    title,
    titleAtStart: title,
    counts: ['viewers'],
    identify: async () => user,

    open(listener) {
      let isResting = false
      const streaks = createGiftStreaks({
        waitMs: timing.streakMs,
        report: (event) => listener.report({ kind: 'event', event }),
      })
      const close = openAdapterSocket({
        clock,
        connecting: () => tiktokMessages.connecting.of({ adapter: title }),
        connected: () => tiktokMessages.eulerConnected.of(),
        // The service closes the connection while the channel is offline; asking again is not a change.
        onStatus: (status) => (status.state === 'connecting' && isResting ? undefined : listener.setStatus(status)),
        address: () => eulerAddress(url, { username, key }),
        log,
        timing,
        begin: () => (text) => {
          const reports = reportsInMessages(text, clock.now(), unreadable)
          isResting = false
          for (const one of reports) {
            if (one.kind === 'streak') streaks.take(one)
            else listener.report(one)
          }
          return true
        },
        lost(code) {
          isResting = isOffline(code)
          if (isResting) listener.report({ kind: 'stream', news: { live: false } })
          return endingOf(code)
        },
      })
      return () => {
        close()
        streaks.close()
      }
    },
  }
}

function isOffline(code: number): boolean {
  return code === closeCodes.notLive || code === closeCodes.ended
}
