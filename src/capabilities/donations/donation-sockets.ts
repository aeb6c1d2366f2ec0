import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import { untilAborted } from '../../platforms/calls/until-aborted.ts'
import {
  openDonationSocket,
  type SocketProtocol,
  type SocketTimings,
} from '../../platforms/donations/donation-socket.ts'
import type { ReceivedDonation } from '../../platforms/donations/received-donation.ts'
import { donationReceivers } from '../../platforms/donations/receivers.ts'
import { createListenerStatus, type ListenerStatus } from '../../platforms/listener-status.ts'
import {
  isWebhookProvider,
  type Provider,
  providerOf,
  type SocketProvider,
  socketProviders,
} from './contract/donation-providers.ts'
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
  /** A problem that does not end the connection. */
  lastError: { message: Text; at: number } | undefined
  close(): void
}

export type DonationSockets = ReturnType<typeof createDonationSockets>

/** The connections to providers without webhooks, one per channel and provider. */
export function createDonationSockets(needs: {
  clock: Clock
  bus: Bus
  nodeId: string | undefined
  log: Log
  servers: DonationServers
  take: (source: DonationSource, donation: ReceivedDonation) => Promise<void>
}) {
  const { clock, log, servers, take } = needs
  const connections = new Map<string, Connection>()
  // In a cluster one node has the connections, and the others show their status.
  const statuses = new Map<string, ListenerStatus>(
    socketProviders.map((provider) => [provider, createListenerStatus({ ...needs, service: provider })]),
  )
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
    if (connections.delete(key)) statuses.get(provider)?.end(channelId)
  }

  return {
    shut,

    /** Replaces an open connection, since the secret may have changed. */
    open(source: DonationSource): void {
      const { channelId, provider, secret } = source
      if (isWebhookProvider(provider)) return
      shut(channelId, provider)
      if (isClosed || secret === undefined) return
      const connection: Connection = { lastError: undefined, close: () => {} }
      const status = statuses.get(provider)
      connections.set(keyOf(channelId, provider), connection)
      status?.begin(channelId, noText)
      connection.close = openDonationSocket({
        clock,
        protocol: () => protocolOf(provider, source.account, secret),
        timings: servers.timings ?? {},
        onStatus({ state, message, until, missing }) {
          if (state === 'reconnecting' || state === 'needs_sign_in')
            log.info('the connection to a donation provider failed', { provider, channelId, reason: message })
          if (state === 'connected') connection.lastError = undefined
          status?.update(channelId, state, message, { until, missing })
        },
        onDonation(donation) {
          takeWithRetries(source, donation).catch((error: unknown) => {
            log.error('a donation could not be stored', { provider, channelId, id: donation.id, error })
            connection.lastError = { message: donationErrors.notStored.of(), at: clock.now() }
          })
        },
        onUnreadable(error) {
          log.warn('a message of a donation provider could not be read', { provider, channelId, error })
          connection.lastError = {
            message: donationErrors.unexpected.of({ provider: providerOf(provider).title }),
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
          clock,
          protocol: () => protocolOf(provider, account, secret),
          timings: servers.timings ?? {},
          onStatus({ state, message }) {
            if (state === 'connected') resolve()
            else if (state !== 'connecting') {
              const reason = message === noText ? donationErrors.unexpected.of({ provider: title }) : message
              reject(new Failure('platform_refused', { message: reason }))
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
        throw new Failure('platform_unavailable', { message: donationErrors.timedOut.of({ provider: title }) })
      } finally {
        close()
      }
    },

    statusOf(
      channelId: number,
      provider: Provider,
    ): { readonly connection: ConnectionStatus; readonly lastError: Connection['lastError'] } {
      const known = statuses.get(provider)?.of(channelId)
      const { state = 'connecting', message = noText, until = null, missing = [], since = 0 } = known ?? {}
      const isDown = message !== noText && state !== 'connected'
      const lastError = isDown ? { message, at: since } : connections.get(keyOf(channelId, provider))?.lastError
      return { connection: { state, message, until, missing }, lastError }
    },

    close(): void {
      isClosed = true
      for (const key of [...connections.keys()]) {
        const [channelId, provider] = key.split('/')
        shut(Number(channelId), provider as Provider)
      }
    },
  }
}

function keyOf(channelId: number, provider: Provider): string {
  return `${channelId}/${provider}`
}
