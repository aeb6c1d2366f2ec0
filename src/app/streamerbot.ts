import type { KeyCall, KeyCallAnswer } from '../capabilities/keys/key-call.ts'
import type { CheckKey, KeyTarget } from '../capabilities/keys/key-checks.ts'
import type { EventHub } from '../capabilities/published-events/event-hub.ts'
import type { OpenStreams } from '../capabilities/published-events/open-streams.ts'
import { credentialsKey } from '../capabilities/service-setups/service-setups.ts'
import type { StreamerbotPorts } from '../capabilities/streamerbot/port/streamerbot-ports.ts'
import { type StreamerbotSettings, streamerbotSettingsIn } from '../capabilities/streamerbot/settings.ts'
import type { ConnectionStatus } from '../definitions/connection-state.ts'
import { setupVariable } from '../definitions/define-service-setup.ts'
import { asFailure } from '../kernel/http/response.ts'
import { writeSentence } from '../kernel/text/sentence.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

/** Connecting reads nothing: each request of the client is a call of an operation, which counts. */
const connecting: KeyTarget = { name: 'streamerbot', effect: 'none', ratePerMinute: undefined, grants: 'nothing' }

/** The port for clients of Streamer.bot: off until a channel sets it up, and open on this machine only. */
export function openStreamerbot(
  needs: NodeParts &
    ChannelParts &
    PlatformParts & {
      checkKey: CheckKey
      runAs: (call: KeyCall) => Promise<KeyCallAnswer>
      hub: EventHub
      open: OpenStreams
    },
) {
  const { config, overrides, clock, log, bus, names, ids, refusals, does, onClose } = needs
  const { channels, credentials, platforms, checkKey, runAs, hub, open } = needs
  let ports: StreamerbotPorts | undefined
  let refreshing: Promise<void> | undefined
  let isStarted = false

  /** The environment names one port, that of the first channel. */
  async function listSettings(): Promise<ReadonlyMap<number, StreamerbotSettings>> {
    const found = new Map<number, StreamerbotSettings>()
    const given = (field: string) => config.given?.[setupVariable('streamerbot', field)]?.text
    for (const [index, { id }] of (await channels.list()).entries()) {
      const stored = credentials.of(credentialsKey('streamerbot', id)) ?? {}
      const own = index === 0 ? { key: given('key'), port: given('port'), origins: given('origins') } : {}
      try {
        const settings = streamerbotSettingsIn({
          key: own.key ?? stored.key,
          port: own.port ?? stored.port,
          origins: own.origins ?? stored.origins,
        })
        if (settings !== undefined) found.set(id, settings)
      } catch (error) {
        log.warn('the port for clients of Streamer.bot cannot be opened with the stored settings', {
          channelId: id,
          error,
        })
      }
    }
    return found
  }

  async function refresh(): Promise<void> {
    const settings = await listSettings()
    if (!isStarted || (settings.size === 0 && ports === undefined)) return
    ports ??= await loadPorts()
    await ports.apply(settings)
  }

  async function loadPorts(): Promise<StreamerbotPorts> {
    const { createStreamerbotPorts } = await import('../capabilities/streamerbot/port/streamerbot-ports.ts')
    const { createClientSessions } = await import('../capabilities/streamerbot/client-sessions.ts')
    const { infoOf } = await import('../capabilities/streamerbot/requests.ts')
    const { RefusedCall } = await import('../capabilities/streamerbot/refused-call.ts')
    const instanceId = ids.next('node')
    const sessions = createClientSessions({
      names,
      hub,
      open,
      instanceId,
      keyOf: (secret, address) => checkKey(connecting, `Bearer ${secret}`, address),
      runAs,
      listBroadcasters: async (channelId) => (await platforms.connected(channelId)).map(({ account }) => account),
      asFailure,
    })
    return createStreamerbotPorts({
      services: {
        info: infoOf(instanceId),
        openSession: sessions.open,
        sentenceOf: (error) =>
          error instanceof RefusedCall ? error.message : writeSentence(asFailure(error).sentence, names.word),
      },
      clock,
      log,
      refusals,
      onStatus: (channelId) => bus.publish('connection-changed', { channelId }),
      timings: overrides.streamerbotTimings,
    })
  }

  /** One after the other: a change that arrives meanwhile is applied afterwards. */
  function refreshInOrder(): Promise<void> {
    const mine = (refreshing ?? Promise.resolve()).then(refresh)
    refreshing = mine.catch((error: unknown) =>
      log.warn('the port for clients of Streamer.bot could not be changed', { error }),
    )
    return refreshing
  }

  credentials.onChange(async (name) => {
    if (name.startsWith('streamerbot:')) await refreshInOrder()
  })
  onClose(async () => {
    isStarted = false
    await refreshing
    await ports?.close()
  })
  return {
    connectionOf: (channelId: number): ConnectionStatus | undefined => ports?.connectionOf(channelId),

    async start(): Promise<void> {
      if (!does('api')) return
      isStarted = true
      await refreshInOrder()
    },
  }
}
