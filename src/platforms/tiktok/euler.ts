import type { Clock } from '../../ambient.ts'
import type { Log } from '../../log.ts'
import type { TikTokAdapter } from './adapter.ts'
import { type CloseReason, openAdapterSocket, type SocketTiming } from './adapter-socket.ts'
import { closeCodes, eulerAddress, reportsInMessages } from './euler.external.ts'
import { createGiftStreaks } from './gift-streaks.ts'
import { tiktokMessages } from './messages.ts'

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

  function endingOf(code: number): CloseReason & { readonly isOffline?: boolean } {
    if (code === closeCodes.notLive || code === closeCodes.ended) {
      return { message: tiktokMessages.notLive(), waitMs: timing.offlineMs, isOffline: true }
    }
    if (closeCodes.notAllowed.some((one) => one === code)) {
      return {
        message: tiktokMessages.eulerRefused(),
        waitMs: timing.longestRetryMs,
      }
    }
    if (closeCodes.tooMany.some((one) => one === code)) {
      return { message: tiktokMessages.eulerLimit(), waitMs: timing.longestRetryMs }
    }
    return { message: tiktokMessages.eulerUnreachable() }
  }

  function unreadable(type: string): void {
    log.warn('Euler Stream sent a message that cannot be read', { type })
  }

  return {
    title: 'Euler Stream',
    counts: ['viewers'],
    identify: async () => user,

    open(listener) {
      const streaks = createGiftStreaks({
        waitMs: timing.streakMs,
        report: (event) => listener.report({ kind: 'event', event }),
      })
      const close = openAdapterSocket({
        address: () => eulerAddress(url, { username, key }),
        log,
        timing,
        begin: () => (text) => {
          const reports = reportsInMessages(text, clock.now(), unreadable)
          listener.setStatus('on', tiktokMessages.eulerConnected())
          for (const one of reports) {
            if (one.kind === 'streak') streaks.take(one)
            else listener.report(one)
          }
          return true
        },
        lost(code) {
          const ending = endingOf(code)
          listener.setStatus(ending.isOffline ? 'on' : 'failed', ending.message)
          if (ending.isOffline) listener.report({ kind: 'stream', news: { live: false } })
          return ending
        },
      })
      return () => {
        close()
        streaks.close()
      }
    },
  }
}
