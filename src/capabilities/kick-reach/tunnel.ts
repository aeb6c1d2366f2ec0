import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { TunnelKind, TunnelStatus } from './contract/tunnel.ts'
import type { ConnectTo } from './round-trip.ts'
import type { RoundTripProof } from './round-trip-proof.ts'
import type { TunnelRunner } from './tunnel-runner.ts'
import type { TunnelSettings, TunnelTimings } from './tunnel-settings.ts'

const defaultTimings: TunnelTimings = {
  watchMs: 60_000,
  retryMs: 2_000,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
}

export type Tunnel = ReturnType<typeof createTunnel>

/**
 * The tunnel of this server, if somebody wants one. It leads to the node that runs the jobs; the other nodes know its
 * state. Everything that runs programs is loaded when the first tunnel is opened.
 */
export function createTunnel(needs: {
  clock: Clock
  log: Log
  bus: Bus
  nodeId: string | undefined
  settings: TunnelSettings
  proof: RoundTripProof
  local: () => { readonly host: string; readonly port: number }
  /** Whether this server receives webhooks at all. */
  hasWebhooks: boolean
  /** Whether any channel has turned the tunnel on. A tunnel of the operator's settings is always wanted. */
  isWanted: () => Promise<boolean>
  /** Called when the address becomes known or changes. */
  onAddress: (address: string | null) => void
  timings?: Partial<TunnelTimings> | undefined
  connectTo?: ConnectTo | undefined
}) {
  const { clock, log, bus, nodeId, settings, proof, local, hasWebhooks, isWanted, onAddress, connectTo } = needs
  const timings = { ...defaultTimings, ...needs.timings }
  const kind: TunnelKind =
    settings.command !== undefined ? 'command' : settings.url !== undefined ? 'address' : 'tailscale'
  const off: TunnelStatus = { kind, state: 'off', problem: null, link: null, address: null, provedAt: null }
  let runner: TunnelRunner | undefined
  let isHere = false
  let own = off
  let elsewhere: { readonly from: string; readonly status: TunnelStatus } | undefined
  /** Starting and stopping happen one after the other. */
  let turn: Promise<void> = Promise.resolve()
  let reported: string | null = null
  let ownHost: string | undefined

  const status = (): TunnelStatus => (isHere ? own : (elsewhere?.status ?? own))

  function noteAddress(): void {
    const { address } = status()
    if (address === reported) return
    reported = address
    onAddress(address)
  }

  function onStatus(next: TunnelStatus): void {
    own = next
    ownHost = next.address === null ? undefined : new URL(next.address).hostname
    if (nodeId !== undefined) bus.publish('tunnel-announced', { from: nodeId, status: next })
    noteAddress()
  }

  async function adjust(): Promise<void> {
    // Every channel is asked only where the answer matters.
    const isOn = async () => kind !== 'tailscale' || (settings.tailscale !== 'off' && (await isWanted()))
    const isNeeded = isHere && hasWebhooks && (await isOn())
    if (isNeeded && runner === undefined) {
      const { openRunner } = await import('./open-runner.ts')
      const more = { kind, clock, log, settings, proof, local, timings, connectTo }
      runner = openRunner({ ...more, onStatus })
      runner.start()
    } else if (!isNeeded && runner !== undefined) {
      const ended = runner
      runner = undefined
      await ended.stop()
    }
  }

  function refresh(): Promise<void> {
    turn = turn.then(adjust).catch((error: unknown) => log.error('the tunnel could not be changed', { error }))
    return turn
  }

  const stops = [
    bus.subscribe('settings-changed', () => {
      if (isHere) void refresh()
    }),
  ]
  if (nodeId !== undefined) {
    stops.push(
      bus.subscribe('tunnel-announced', ({ from, status: announced }) => {
        if (from === nodeId) return
        elsewhere = { from, status: announced }
        noteAddress()
      }),
      bus.subscribe('tunnel-requested', ({ from }) => {
        if (from !== nodeId && isHere) bus.publish('tunnel-announced', { from: nodeId, status: own })
      }),
      bus.subscribe('node-left', (left) => {
        if (elsewhere?.from === left.nodeId) elsewhere = undefined
      }),
      bus.subscribe('missed-messages', () => bus.publish('tunnel-requested', { from: nodeId })),
    )
    bus.publish('tunnel-requested', { from: nodeId })
  }

  return {
    status,
    /** The name of the tunnel that leads to this node. Read with every request. */
    host: (): string | undefined => ownHost,

    async isInstalled(): Promise<boolean> {
      if (kind !== 'tailscale') return true
      if (settings.tailscale === 'off') return false
      const { findTailscale } = await import('./find-program.ts')
      return findTailscale(settings.tailscale, settings.environment) !== undefined
    },

    /** Whether the operator has forbidden the tunnel that the panel can turn on. */
    isForbidden: kind === 'tailscale' && settings.tailscale === 'off',

    /** Checks now instead of at the next turn. */
    async check(): Promise<TunnelStatus> {
      await turn
      await runner?.check()
      return status()
    },

    /** On the node that runs the jobs. */
    async start(): Promise<void> {
      isHere = true
      await refresh()
    },

    async stop(): Promise<void> {
      isHere = false
      await refresh()
    },

    async close(): Promise<void> {
      for (const stop of stops) stop()
      isHere = false
      await refresh()
    },
  }
}
