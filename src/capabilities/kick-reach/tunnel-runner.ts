import type { Clock } from '../../kernel/ambient.ts'
import { webhookPrefix } from '../../kernel/http/webhook-paths.ts'
import type { Log } from '../../kernel/log.ts'
import type { TunnelProblem, TunnelStatus } from './contract/tunnel.ts'
import type { Opened, TunnelDriver } from './driver.ts'
import { type ConnectTo, makeRoundTrip } from './round-trip.ts'
import type { RoundTripProof } from './round-trip-proof.ts'
import type { TunnelTimings } from './tunnel-settings.ts'

/** What a person has to change; everything else may pass by itself. */
const needsPerson: ReadonlySet<TunnelProblem> = new Set([
  'not_installed',
  'signed_out',
  'not_permitted',
  'not_enabled',
  'ports_in_use',
  'rewrites_host',
])

export type TunnelRunner = ReturnType<typeof createTunnelRunner>

/** Opens one tunnel, proves it with a round trip, and watches it until it is stopped. */
export function createTunnelRunner(needs: {
  clock: Clock
  log: Log
  driver: TunnelDriver
  proof: RoundTripProof
  timings: TunnelTimings
  onStatus: (status: TunnelStatus) => void
  connectTo?: ConnectTo | undefined
}) {
  const { clock, log, driver, proof, timings, onStatus, connectTo } = needs
  const stopped = new AbortController()
  const { signal } = stopped
  let status = offStatus(driver.kind)
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** Checks and the end run one after the other. */
  let turn: Promise<void> = Promise.resolve()

  function update(change: Partial<TunnelStatus>): void {
    const next = { ...status, ...change }
    const isNews = JSON.stringify(next) !== JSON.stringify(status)
    status = next
    if (isNews) onStatus(status)
  }

  function fail(problem: TunnelProblem, more: { link?: string | null; address?: string | null } = {}): void {
    failures++
    const { link = null, address = status.address } = more
    update({ state: needsPerson.has(problem) ? 'needs_you' : 'failed', problem, link, address })
  }

  async function checkOnce(): Promise<void> {
    const opened: Opened = await driver.open(signal)
    if (signal.aborted) return
    if ('problem' in opened) return fail(opened.problem, opened)
    const { address } = opened
    // Known from here on, so that the request of the round trip is recognised when it arrives.
    update(status.state === 'on' && status.address === address ? {} : { state: 'starting', address, link: null })
    const outcome = await makeRoundTrip(new URL(`${webhookPrefix}kick`, address), { proof, signal, connectTo })
    if (signal.aborted) return
    if (outcome === 'proved') {
      failures = 0
      return update({ state: 'on', problem: null, link: null, provedAt: clock.now() })
    }
    if (outcome === 'rewrites_host') {
      // Through such a tunnel everybody would see the panel.
      log.error('the tunnel replaces the Host header, so that the whole panel is public through it', { address })
      await driver.close()
    }
    fail(outcome)
  }

  async function round(): Promise<void> {
    clearTimeout(timer)
    if (signal.aborted) return
    try {
      await checkOnce()
    } catch (error) {
      log.warn('the tunnel could not be checked', { error })
      fail('program_failed')
    }
    if (signal.aborted || status.problem === 'rewrites_host') return
    const waitMs = failures === 0 ? timings.watchMs : Math.min(timings.retryMs * 2 ** (failures - 1), timings.watchMs)
    timer = setTimeout(() => void check(), waitMs).unref()
  }

  function check(): Promise<void> {
    turn = turn.then(round)
    return turn
  }

  return {
    check,
    status: () => status,

    start(): void {
      update({ state: 'starting' })
      void check()
    },

    /** The driver found that its tunnel has closed. */
    noteClosed(): void {
      if (signal.aborted) return
      fail('stopped')
      void check()
    },

    async stop(): Promise<void> {
      stopped.abort()
      clearTimeout(timer)
      await turn
      await driver.close()
      update(offStatus(driver.kind))
    },
  }
}

export function offStatus(kind: TunnelStatus['kind']): TunnelStatus {
  return { kind, state: 'off', problem: null, link: null, address: null, provedAt: null }
}
