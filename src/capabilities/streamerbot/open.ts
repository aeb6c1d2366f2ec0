import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import { asFailure } from '../../kernel/http/response.ts'
import type { RefusalLog } from '../../kernel/limits/refusal-log.ts'
import { english } from '../../kernel/text/message.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { createProgramSettings, type ProgramSettingsNeeds } from '../../platforms/programs/program-settings.ts'
import type { Names } from '../../registry/names.ts'
import type { KeyCall, KeyCallAnswer } from '../keys/key-call.ts'
import type { CheckKey, KeyTarget } from '../keys/key-checks.ts'
import type { EventHub } from '../published-events/event-hub.ts'
import type { OpenStreams } from '../published-events/open-streams.ts'
import type { StreamerbotPorts, StreamerbotTimings } from './port/streamerbot-ports.ts'
import { streamerbotSettingsIn } from './settings.ts'

/** Connecting reads nothing: each request of the client is a call of an operation, which counts. */
const connecting: KeyTarget = { name: 'streamerbot', effect: 'none', ratePerMinute: undefined, grants: 'nothing' }

/** The port for clients of Streamer.bot: off until a channel sets it up, and open on this machine only. */
export function openStreamerbot(
  needs: ProgramSettingsNeeds & {
    readonly overrides: { readonly streamerbotTimings?: Partial<StreamerbotTimings> }
    readonly clock: Clock
    readonly ids: Ids
    readonly bus: Bus
    readonly names: Names
    readonly refusals: RefusalLog
    readonly onClose: OnClose
    readonly does: (role: 'api') => boolean
    readonly platforms: Platforms
    readonly checkKey: CheckKey
    readonly runAs: (call: KeyCall) => Promise<KeyCallAnswer>
    readonly hub: EventHub
    readonly open: OpenStreams
  },
) {
  const { overrides, clock, log, bus, names, ids, refusals, does, onClose } = needs
  const { platforms, checkKey, runAs, hub, open } = needs
  const programSettings = createProgramSettings({
    ...needs,
    service: 'streamerbot',
    fields: ['key', 'port', 'origins'],
    read: streamerbotSettingsIn,
  })
  let ports: StreamerbotPorts | undefined
  let refreshing: Promise<void> | undefined
  let isStarted = false

  async function refresh(): Promise<void> {
    const settings = await programSettings.list()
    if (!isStarted || (settings.size === 0 && ports === undefined)) return
    ports ??= await loadPorts()
    await ports.apply(settings)
  }

  async function loadPorts(): Promise<StreamerbotPorts> {
    const { createStreamerbotPorts } = await import('./port/streamerbot-ports.ts')
    const { createClientSessions } = await import('./client-sessions.ts')
    const { infoOf } = await import('./requests.ts')
    const { RefusedCall } = await import('./refused-call.ts')
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
          error instanceof RefusedCall ? error.message : asFailure(error).text.write(english, names.word),
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

  programSettings.onChange(refreshInOrder)
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
