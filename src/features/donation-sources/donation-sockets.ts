import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../ambient.ts'
import { isWebhookProvider, type Provider, providerOf, type SocketProvider } from '../../contract/donation-providers.ts'
import { Failure } from '../../contract/failures.ts'
import type { Log } from '../../log.ts'
import {
  openDonationSocket,
  type SocketProtocol,
  type SocketState,
  type SocketTimings,
} from '../../platforms/donations/donation-socket.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import { donationReceivers } from '../../platforms/donations/receivers.ts'
import { untilAborted } from '../../platforms/until-aborted.ts'
import { donationErrors } from './messages.ts'
import type { DonationSource } from './source-rows.ts'

const maxTries = 5
const firstWaitMs = 200

/** Other addresses of the providers' servers, for tests. */
export interface DonationServers {
  readonly urls?: { readonly [P in SocketProvider]?: string | undefined }
  readonly timings?: Partial<SocketTimings> | undefined
}

interface Connection {
  state: SocketState
  lastError: { message: string; at: number } | undefined
  close(): void
}

export type DonationSockets = ReturnType<typeof createDonationSockets>

/** The connections to providers without webhooks, one per channel and provider. */
export function createDonationSockets(needs: {
  clock: Clock
  log: Log
  servers: DonationServers
  take: (source: DonationSource, donation: ReceivedDonation) => Promise<void>
}) {
  const { clock, log, servers, take } = needs
  const connections = new Map<string, Connection>()
  let isClosed = false

  function protocolOf(provider: SocketProvider, account: string, token: string): SocketProtocol {
    const receiver = donationReceivers[provider]
    return receiver.protocol({ url: servers.urls?.[provider] ?? receiver.url, token, account })
  }

  /** A provider does not send it again over a connection, so a short failure here must not lose it. */
  async function takeWithRetries(source: DonationSource, donation: ReceivedDonation): Promise<void> {
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
    connections.get(key)?.close()
    connections.delete(key)
  }

  return {
    shut,

    /** Replaces an open connection, since the secret may have changed. */
    open(source: DonationSource): void {
      const { channelId, provider, secret } = source
      if (isWebhookProvider(provider)) return
      shut(channelId, provider)
      if (isClosed || secret === undefined) return
      const connection: Connection = { state: 'connecting', lastError: undefined, close: () => {} }
      connections.set(keyOf(channelId, provider), connection)
      connection.close = openDonationSocket({
        protocol: () => protocolOf(provider, source.account, secret),
        timings: servers.timings ?? {},
        onState(state, lastError) {
          if (lastError !== undefined && state === 'failed') {
            log.info('the connection to a donation provider failed', { provider, channelId, lastError })
            connection.lastError = { message: lastError, at: clock.now() }
          }
          connection.state = state
        },
        onDonation(donation) {
          takeWithRetries(source, donation).catch((error: unknown) => {
            log.error('a donation could not be stored', { provider, channelId, id: donation.id, error })
            connection.lastError = { message: donationErrors.notStored(), at: clock.now() }
          })
        },
        onUnreadable(error) {
          log.warn('a message of a donation provider could not be read', { provider, channelId, error })
          connection.lastError = {
            message: donationErrors.unexpected({ provider: providerOf(provider).title }),
            at: clock.now(),
          }
        },
      })
    },

    /** Connects for a moment, beside the connection that may be open. Throws a `Failure` with the provider's answer. */
    async check(
      provider: SocketProvider,
      { secret, account }: { readonly secret: string; readonly account: string },
      signal: AbortSignal,
    ): Promise<void> {
      const { title } = providerOf(provider)
      let close = () => {}
      const connected = new Promise<void>((resolve, reject) => {
        close = openDonationSocket({
          protocol: () => protocolOf(provider, account, secret),
          timings: servers.timings ?? {},
          onState(state, error) {
            if (state === 'connected') resolve()
            else if (state === 'failed') {
              const message = error ?? donationErrors.unexpected({ provider: title })
              reject(new Failure('platform_refused', { message }))
            }
          },
          onDonation() {},
          onUnreadable() {},
        })
      })
      try {
        await untilAborted(signal, connected)
      } catch (error) {
        if (error instanceof Failure) throw error
        throw new Failure('platform_unavailable', { message: donationErrors.timedOut({ provider: title }) })
      } finally {
        close()
      }
    },

    statusOf(channelId: number, provider: Provider): Pick<Connection, 'state' | 'lastError'> {
      const { state, lastError } = connections.get(keyOf(channelId, provider)) ?? {
        state: 'connecting',
        lastError: undefined,
      }
      return { state, lastError }
    },

    close(): void {
      isClosed = true
      for (const connection of connections.values()) connection.close()
      connections.clear()
    },
  }
}

function keyOf(channelId: number, provider: Provider): string {
  return `${channelId}/${provider}`
}
