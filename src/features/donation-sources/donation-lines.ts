import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../ambient.ts'
import type { Provider } from '../../contract/platforms.ts'
import type { Log } from '../../log.ts'
import {
  type LineProtocol,
  type LineState,
  type LineTimings,
  openDonationLine,
} from '../../platforms/donations/donation-line.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import { streamElementsProtocol } from '../../platforms/donations/streamelements.external.ts'
import { streamlabsProtocol } from '../../platforms/donations/streamlabs.external.ts'
import { isHookProvider, sourceKinds } from './source-kinds.ts'
import type { Source } from './source-rows.ts'

const maxTries = 5
const firstWaitMs = 200

/** Where the providers are; other addresses are for tests. */
export interface DonationAddresses {
  readonly streamlabsUrl?: string | undefined
  readonly streamElementsUrl?: string | undefined
  readonly timings?: Partial<LineTimings> | undefined
}

interface Line {
  state: LineState
  trouble: { message: string; at: number } | undefined
  close(): void
}

export type DonationLines = ReturnType<typeof createDonationLines>

/** The open lines to providers that do not call us, one a channel and provider. */
export function createDonationLines(needs: {
  clock: Clock
  log: Log
  addresses: DonationAddresses
  take: (source: Source, donation: ReceivedDonation) => Promise<void>
}) {
  const { clock, log, addresses, take } = needs
  const lines = new Map<string, Line>()
  let isClosed = false

  function protocolOf({ provider, account }: Source, token: string): LineProtocol {
    if (provider === 'streamlabs') {
      return streamlabsProtocol({ url: addresses.streamlabsUrl ?? 'wss://sockets.streamlabs.com', token })
    }
    const url = addresses.streamElementsUrl ?? 'wss://astro.streamelements.com/'
    return streamElementsProtocol({ url, token, account })
  }

  /** A provider on a line does not tell it again, so a moment of trouble here must not lose it. */
  async function takeFirmly(source: Source, donation: ReceivedDonation): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await take(source, donation)
      } catch (error) {
        if (tries === maxTries || isClosed) throw error
        await delay(firstWaitMs * 2 ** tries)
      }
    }
  }

  function shut(channelId: number, provider: Provider): void {
    const key = keyOf(channelId, provider)
    lines.get(key)?.close()
    lines.delete(key)
  }

  return {
    shut,

    /** In place of the one there was, since the secret may be another. */
    open(source: Source): void {
      const { channelId, provider, secret } = source
      if (isHookProvider(provider)) return
      shut(channelId, provider)
      if (isClosed || secret === undefined) return
      const line: Line = { state: 'connecting', trouble: undefined, close: () => {} }
      lines.set(keyOf(channelId, provider), line)
      line.close = openDonationLine({
        protocol: () => protocolOf(source, secret),
        timings: addresses.timings ?? {},
        onState(state, trouble) {
          if (trouble !== undefined && state === 'failed') {
            log.info('no line for donations', { provider, channelId, trouble })
            line.trouble = { message: trouble, at: clock.now() }
          }
          line.state = state
        },
        onDonation(donation) {
          takeFirmly(source, donation).catch((error: unknown) => {
            log.error('a donation was not written down', { provider, channelId, id: donation.id, error })
            line.trouble = { message: 'A donation could not be written down.', at: clock.now() }
          })
        },
        onUnreadable(error) {
          log.warn('a message about donations cannot be read', { provider, channelId, error })
          line.trouble = { message: `${sourceKinds[provider].title} sent something unexpected.`, at: clock.now() }
        },
      })
    },

    look(channelId: number, provider: Provider): Pick<Line, 'state' | 'trouble'> {
      const { state, trouble } = lines.get(keyOf(channelId, provider)) ?? { state: 'connecting', trouble: undefined }
      return { state, trouble }
    },

    close(): void {
      isClosed = true
      for (const line of lines.values()) line.close()
      lines.clear()
    },
  }
}

function keyOf(channelId: number, provider: Provider): string {
  return `${channelId}/${provider}`
}
