import type { Clock } from '../../ambient.ts'
import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import type { PlatformUser } from '../platform.ts'
import { untilAborted } from '../until-aborted.ts'
import type { TikTokAdapter } from './adapter.ts'
import { type Ending, openAdapterSocket, type SocketTiming } from './adapter-socket.ts'
import { reportsInFrame } from './bridge.external.ts'

const refusedCodes = [401, 403, 4401]

/** A program that the broadcaster runs, which hears TikTok and speaks the protocol of docs/platforms/tiktok.md. */
export function createBridge(needs: {
  clock: Clock
  log: Log
  url: string
  token: string | undefined
  timing: SocketTiming
}): TikTokAdapter {
  const { clock, log, url, token, timing } = needs
  const headers: Readonly<Record<string, string>> = token === undefined ? {} : { Authorization: `Bearer ${token}` }

  function endingOf(code: number): Ending {
    if (refusedCodes.includes(code)) {
      return { message: 'The TikTok bridge does not take the token of this server.', waitMs: timing.longestRetryMs }
    }
    return { message: 'The TikTok bridge cannot be reached. Is it running?' }
  }

  return {
    title: 'the TikTok bridge',
    counts: ['viewers', 'followers'],

    async identify(signal) {
      let close = () => {}
      const hello = new Promise<PlatformUser>((resolve, reject) => {
        close = openAdapterSocket({
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
          message: 'The TikTok bridge does not say whose account it tells of.',
        })
      } finally {
        close()
      }
    },

    open(listener) {
      return openAdapterSocket({
        address: () => url,
        headers,
        log,
        timing,
        begin() {
          let isWelcome = false
          return (text) => {
            for (const report of reportsInFrame(text, clock.now())) {
              if (report.kind === 'account') {
                isWelcome = true
                listener.setStatus('on', 'The TikTok bridge is connected.')
              }
              // Whose stream it is has to be said first.
              if (isWelcome) listener.report(report)
            }
            return isWelcome
          }
        },
        lost(code) {
          const ending = endingOf(code)
          listener.setStatus('failed', ending.message)
          return ending
        },
      })
    },
  }
}
