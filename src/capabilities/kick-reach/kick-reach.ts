import type { ListeningState } from '../../definitions/listening.ts'
import type { Clock } from '../../kernel/ambient.ts'
import { isLoopbackHost } from '../../kernel/http/contract/loopback.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { ConnectedBrowser, MirrorState } from '../../platforms/contract/mirrored-events.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { Cause } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { TunnelProblem, TunnelStatus } from './contract/tunnel.ts'
import type { ConnectTo, RoundTripOutcome } from './round-trip.ts'
import type { RoundTripProof } from './round-trip-proof.ts'
import type { Tunnel } from './tunnel.ts'

/** The ways by which events of Kick reach this server. */
export const reachWays = ['tunnel', 'mirror', 'own'] as const
export type ReachWay = (typeof reachWays)[number]

/** The kinds of events that Kick reports. */
export const reachedKinds = ['chat', 'subscription', 'follow', 'ban', 'bits'] as const
export type ReachedKind = (typeof reachedKinds)[number]
const mirroredKinds: readonly ReachedKind[] = ['chat', 'subscription']

export const ownAddressStates = ['none', 'local', 'unproved', 'on', 'failed'] as const
export type OwnAddressState = (typeof ownAddressStates)[number]

export const mirrorViewStates = [
  'off',
  'no_account',
  'no_browser',
  'update_extension',
  'no_page',
  'reload_page',
  'page_changed',
  'waiting',
  'on',
] as const
export type MirrorViewState = (typeof mirrorViewStates)[number]

export interface KickReachView {
  readonly working: readonly ReachWay[]
  readonly missing: readonly ReachedKind[]
  /** What to paste into the settings of the Kick app; null while there is no public address. */
  readonly webhookAddress: string | null
  readonly receivedAt: number | null
  readonly tunnel: TunnelStatus & {
    readonly isWanted: boolean
    /** Whether another channel of this server keeps it on. */
    readonly isWantedElsewhere: boolean
    readonly isInstalled: boolean
    readonly isForbidden: boolean
  }
  readonly own: {
    readonly address: string | null
    readonly state: OwnAddressState
    readonly problem: TunnelProblem | null
    readonly provedAt: number | null
  }
  readonly mirror: {
    readonly isWanted: boolean
    readonly state: MirrorViewState
    readonly receivedAt: number | null
  }
}

const roundTripMs = 15_000

export type KickReach = ReturnType<typeof createKickReach>

/** Which of the ways to receive events of Kick works, and what is missing meanwhile. */
export function createKickReach(needs: {
  clock: Clock
  channels: Channels
  platforms: Platforms
  settings: Settings
  tunnel: Tunnel
  proof: RoundTripProof
  publicUrl: string | undefined
  webhookUri: () => string
  presence: (channelId: number) => ReadonlyMap<string, ConnectedBrowser>
  connectTo?: ConnectTo | undefined
}) {
  const { clock, channels, platforms, settings, tunnel, proof, publicUrl, webhookUri, presence, connectTo } = needs
  /** Of the operator's own address. A server behind some routers cannot reach itself, so this is asked for by hand. */
  let ownCheck: { readonly outcome: RoundTripOutcome; readonly at: number } | undefined

  async function listeningOf(channelId: number): Promise<ListeningState | undefined> {
    const connection = await platforms.find(channelId, 'kick')
    return connection?.connector.listening?.(connection.account)
  }

  async function isWantedElsewhere(channelId: number): Promise<boolean> {
    for (const { id } of await channels.list()) {
      if (id !== channelId && (await settings.of(id)).kick_reach.tunnel) return true
    }
    return false
  }

  function ownView(listening: ListeningState | undefined, isTunnelOn: boolean): KickReachView['own'] {
    if (publicUrl === undefined) return { address: null, state: 'none', problem: null, provedAt: null }
    const { protocol, host } = new URL(publicUrl)
    if (protocol !== 'https:' || isLoopbackHost(host)) {
      return { address: publicUrl, state: 'local', problem: null, provedAt: null }
    }
    const isProved = ownCheck?.outcome === 'proved'
    const provedAt = isProved ? (ownCheck?.at ?? null) : null
    // An event that came without a tunnel came this way.
    const hasReceived = !isTunnelOn && (listening?.receivedAt ?? null) !== null
    if (isProved || hasReceived) return { address: publicUrl, state: 'on', problem: null, provedAt }
    if (ownCheck === undefined || ownCheck.outcome === 'proved') {
      return { address: publicUrl, state: 'unproved', problem: null, provedAt }
    }
    return { address: publicUrl, state: 'failed', problem: ownCheck.outcome, provedAt }
  }

  function mirrorState(channelId: number, listening: ListeningState | undefined): MirrorViewState {
    if (listening === undefined) return 'no_account'
    const browsers = [...presence(channelId).values()]
    if (browsers.length === 0) return 'no_browser'
    const states = browsers.flatMap(({ mirror }) => mirror ?? [])
    if (states.length === 0) return 'update_extension'
    const best = bestFirst.find((state) => states.includes(state)) ?? 'no_page'
    if (best !== 'open') return best
    return listening.mirroredAt === null ? 'waiting' : 'on'
  }

  async function view(channelId: number): Promise<KickReachView> {
    const { tunnel: isTunnelWanted, mirror: isMirrorWanted } = (await settings.of(channelId)).kick_reach
    const listening = await listeningOf(channelId)
    const status = tunnel.status()
    const own = ownView(listening, status.address !== null)
    const mirror = isMirrorWanted ? mirrorState(channelId, listening) : 'off'
    const isSubscribed = listening?.state === 'connected' || listening?.state === 'limited'
    const works: Readonly<Record<ReachWay, boolean>> = {
      tunnel: isSubscribed && status.state === 'on',
      mirror: mirror === 'on',
      own: isSubscribed && status.address === null && own.state === 'on',
    }
    const hasWebhooks = works.tunnel || works.own
    const isPublic = status.address !== null || (own.state !== 'none' && own.state !== 'local')
    return {
      working: reachWays.filter((way) => works[way]),
      missing: reachedKinds.filter((kind) => !hasWebhooks && !(works.mirror && mirroredKinds.includes(kind))),
      webhookAddress: isPublic ? webhookUri() : null,
      receivedAt: listening?.receivedAt ?? null,
      tunnel: {
        ...status,
        isWanted: isTunnelWanted,
        isWantedElsewhere: await isWantedElsewhere(channelId),
        isInstalled: await tunnel.isInstalled(),
        isForbidden: tunnel.isForbidden,
      },
      own,
      mirror: { isWanted: isMirrorWanted, state: mirror, receivedAt: listening?.mirroredAt ?? null },
    }
  }

  return {
    view,

    /** The tunnel and the paired browsers follow after the commit. */
    async set(
      tx: Writer,
      cause: Cause,
      change: { readonly tunnel?: boolean; readonly mirror?: boolean },
    ): Promise<void> {
      const before = (await settings.of(cause.channel.id)).kick_reach
      await settings.set(tx, cause, 'kick_reach', { ...before, ...change })
    },

    /** Makes a round trip now, through the tunnel or else to the operator's own address. */
    async check(): Promise<void> {
      const { state } = tunnel.status()
      if (state !== 'off') {
        await tunnel.check()
        return
      }
      if (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host)) return
      const { makeRoundTrip } = await import('./round-trip.ts')
      const signal = AbortSignal.timeout(roundTripMs)
      const outcome = await makeRoundTrip(new URL(webhookUri()), { proof, signal, connectTo })
      ownCheck = { outcome, at: clock.now() }
    },
  }
}

/** Of several browsers the one that is furthest counts. */
const bestFirst: readonly MirrorState[] = ['open', 'reload_page', 'page_changed', 'no_page']
