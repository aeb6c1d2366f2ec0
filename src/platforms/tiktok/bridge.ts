import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Ending } from '../calls/connection.ts'
import { untilAborted } from '../calls/until-aborted.ts'
import type { PlatformUser } from '../platform.ts'
import type { TikTokAdapter } from './adapter.ts'
import { openAdapterSocket, type SocketTiming } from './adapter-socket.ts'
import { reportsInFrame } from './bridge.external.ts'
import { tiktokMessages } from './messages.ts'

const refusedCodes = [401, 403, 4401]

/** A program that the broadcaster runs; it sends TikTok events in the protocol of docs/platforms/tiktok.md. */
export function createBridge(needs: {
  clock: Clock
  log: Log
  url: string
  token: string | undefined
  timing: SocketTiming
}): TikTokAdapter {
  const { clock, log, url, token, timing } = needs
  const headers: Readonly<Record<string, string>> = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const texts = {
    connecting: () => tiktokMessages.connecting.of({ adapter: tiktokMessages.bridgeTitle.of() }),
    connected: () => tiktokMessages.bridgeConnected.of(),
  }

  function endingOf(code: number): Ending {
    if (refusedCodes.includes(code)) {
      return { state: 'needs_sign_in', message: tiktokMessages.bridgeRefused.of(), waitMs: timing.longestRetryMs }
    }
    return { state: 'reconnecting', message: tiktokMessages.bridgeUnreachable.of() }
  }

  return {
    title: tiktokMessages.bridge.of(),
    titleAtStart: tiktokMessages.bridgeTitle.of(),
    counts: ['viewers', 'followers'],

    async identify(signal) {
      let close = () => {}
      const hello = new Promise<PlatformUser>((resolve, reject) => {
        close = openAdapterSocket({
          ...texts,
          clock,
          onStatus: () => {},
          address: () => url,
          headers,
          log,
          timing,
          begin: () => (text) => {
            const [report] = reportsInFrame(text, clock.now())
            if (report?.kind === 'account') resolve(report.user)
            return false
          },
          lost(code) {
            const ending = endingOf(code)
            reject(new Failure('platform_unavailable', { message: ending.message }))
            return ending
          },
        })
      })
      try {
        return await untilAborted(signal, hello)
      } catch (error) {
        if (error instanceof Failure) throw error
        throw new Failure('platform_unavailable', {
          message: tiktokMessages.bridgeUnknownAccount.of(),
        })
      } finally {
        close()
      }
    },

    open(listener) {
      return openAdapterSocket({
        ...texts,
        clock,
        onStatus: listener.setStatus,
        address: () => url,
        headers,
        log,
        timing,
        begin() {
          let isWelcome = false
          return (text) => {
            for (const report of reportsInFrame(text, clock.now())) {
              if (report.kind === 'account') isWelcome = true
              // Reports are ignored until the bridge has named its account.
              if (isWelcome) listener.report(report)
            }
            return isWelcome
          }
        },
        lost: endingOf,
      })
    },
  }
}
