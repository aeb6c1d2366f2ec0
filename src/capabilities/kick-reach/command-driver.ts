import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { TunnelDriver, TunnelPrograms } from './driver.ts'
import { endProgram, startProgram } from './run-program.ts'
import type { TunnelTimings } from './tunnel-settings.ts'

type Program = ReturnType<typeof startProgram>

/** After this long a program counts as started: the next time it ends, the pauses begin again with the shortest. */
const steadyMs = 60_000

/**
 * A tunnel program of the operator, which runs as long as the tunnel is open. The command is a list that comes from the
 * environment or the settings file and from nowhere else: whoever could change it could run anything here.
 */
export function createCommandDriver(
  needs: TunnelPrograms & {
    readonly clock: Clock
    readonly log: Log
    readonly address: string
    readonly command: readonly [program: string, ...args: string[]]
    readonly timings: TunnelTimings
    /** Called when the program has ended without being asked to. */
    readonly onEnded: () => void
  },
): TunnelDriver {
  const { clock, log, environment, local, address, timings, onEnded } = needs
  let child: Program | undefined
  let startedAt = 0
  let endings = 0
  let startsAfter = Number.NEGATIVE_INFINITY

  function start(): void {
    const [program, ...args] = needs.command.map((part) => part.replaceAll('{port}', String(local().port))) as [string]
    startedAt = clock.steady()
    const started = startProgram(program, args, environment)
    child = started
    started.once('error', (error) => ended(started, error.message))
    started.once('exit', (code, signal) => ended(started, `${signal ?? `code ${code}`}`))
  }

  function ended(which: Program, how: string): void {
    if (child !== which) return
    child = undefined
    if (clock.steady() - startedAt >= steadyMs) endings = 0
    const pauseMs = Math.min(timings.firstPauseMs * 2 ** endings++, timings.longestPauseMs)
    startsAfter = clock.steady() + pauseMs
    log.warn('the tunnel program ended', { how, pauseMs })
    onEnded()
  }

  return {
    kind: 'command',

    async open() {
      if (child !== undefined) return { address }
      if (clock.steady() < startsAfter) return { problem: 'stopped', address }
      start()
      return { address }
    },

    async close() {
      const running = child
      child = undefined
      if (running !== undefined) await endProgram(running)
    },
  }
}
