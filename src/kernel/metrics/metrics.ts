import type { LoopDelay } from './loop-delay.ts'
import { type Counter, createRegistry, type Histogram } from './registry.ts'

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const loopBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export type Metrics = ReturnType<typeof createMetrics>
export type CallMeter = ReturnType<Metrics['callsOf']>

/** The metrics of the server. Names follow Prometheus: base units, `_total` for counters. */
export function createMetrics(needs: {
  version: string
  loopDelay: LoopDelay
  refusedCalls: () => number
  overlayPages: () => number
  /** Whether this node runs the jobs. */
  doesJobs: () => boolean
  /** Whether this node is connected to the others; always true for a single node. */
  isJoined: () => boolean
}) {
  const registry = createRegistry()
  const requests = registry.counter('showcaller_requests_total', 'Calls of operations, by operation and status.')
  const durations = registry.histogram('showcaller_request_seconds', 'Duration of calls of operations.', secondsBounds)
  const batches = registry.histogram('showcaller_write_batch_size', 'Writes that shared one commit.', batchBounds)()
  const platformCalls = registry.counter(
    'showcaller_platform_calls_total',
    'Calls to platforms, by service and outcome.',
  )
  const platformSeconds = registry.histogram(
    'showcaller_platform_call_seconds',
    'Duration of calls to platforms.',
    secondsBounds,
  )
  const loop = registry.histogram('showcaller_event_loop_delay_seconds', 'Delay of the event loop.', loopBounds)()
  needs.loopDelay.listen((delayMs) => loop.observe(delayMs / 1000))
  registry.gauge(
    'showcaller_event_loop_delay_lasting_seconds',
    'Smallest delay of the event loop during the last tenth of a second.',
    () => seconds(needs.loopDelay.lastingMs),
  )
  registry.total('showcaller_refused_calls_total', 'Calls refused because of overload.', needs.refusedCalls)
  registry.gauge('showcaller_overlay_connections', 'Overlay pages connected to this node.', needs.overlayPages)
  registry.gauge('showcaller_does_jobs', 'Whether this node runs the background jobs.', () => Number(needs.doesJobs()))
  registry.gauge('showcaller_joined', 'Whether this node is connected to the other nodes.', () =>
    Number(needs.isJoined()),
  )
  registry.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  registry.total('process_cpu_seconds_total', 'User and system CPU time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  registry.gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime())
  registry.gauge('showcaller_info', 'The version.', () => new Map([[needs.version, 1]]), 'version')

  return {
    text: registry.text,

    /** The metrics of one operation; their series are looked up once, not for each call. */
    callsOf(operation: string) {
      let duration: Histogram | undefined
      const byStatus = new Map<number, Counter>()
      return {
        done(status: number, milliseconds: number): void {
          let counter = byStatus.get(status)
          if (counter === undefined) {
            counter = requests({ operation, status: String(status) })
            byStatus.set(status, counter)
          }
          counter.add()
          duration ??= durations({ operation })
          duration.observe(milliseconds / 1000)
        },
      }
    },

    batch: batches.observe,

    platformCall(service: string, outcome: string, milliseconds: number): void {
      platformCalls({ service, outcome }).add()
      platformSeconds({ service }).observe(milliseconds / 1000)
    },
  }
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1e6
}
