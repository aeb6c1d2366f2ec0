import { connect } from 'node:net'
import type { Log } from '../../kernel/log.ts'
import type { Opened, TunnelDriver, TunnelPrograms } from './driver.ts'
import { findTailscale } from './find-program.ts'
import { type ProgramOptions, runProgram } from './run-program.ts'
import {
  closeArguments,
  type FunnelPort,
  isEnableRequest,
  openArguments,
  programEnvironment,
  readStatus,
  refusalIn,
  serveStatusArguments,
  statusArguments,
  type TailscaleState,
  targetAt,
  usablePorts,
} from './tailscale.external.ts'

const readTimeoutMs = 10_000
/** Includes the first certificate, which takes the longest. */
const openTimeoutMs = 30_000
const closeTimeoutMs = 5_000
const connectTimeoutMs = 1_000

type Running = Extract<TailscaleState, { state: 'running' }>

/** Tailscale Funnel: publishes `/webhooks` under the lasting name of this machine. */
export function createTailscaleDriver(
  needs: TunnelPrograms & {
    readonly log: Log
    /** The program, if the operator names it. */
    readonly program: string | undefined
  },
): TunnelDriver {
  const { log, environment, local } = needs
  let openedPort: number | undefined

  async function run(program: string, args: readonly string[], options: Omit<ProgramOptions, 'environment'>) {
    return runProgram(program, args, { ...options, environment: { ...environment, ...programEnvironment } })
  }

  async function open(signal: AbortSignal): Promise<Opened> {
    const program = findTailscale(needs.program, environment)
    if (program === undefined) return { problem: 'not_installed' }
    const status = await run(program, statusArguments, { timeoutMs: readTimeoutMs, signal })
    const machine = readStatus(status.answer)
    if (machine === undefined) return refusalIn(status.output)
    if (machine.state === 'signed_out') return { problem: 'signed_out', link: machine.link }
    if (machine.state === 'not_running') return { problem: 'not_running' }
    return publish(program, machine, signal)
  }

  async function publish(program: string, machine: Running, signal: AbortSignal): Promise<Opened> {
    const target = targetAt(local().host, local().port)
    const served = await run(program, serveStatusArguments, { timeoutMs: readTimeoutMs, signal })
    if (served.code !== 0) return refusalIn(served.output)
    const found = await pick(usablePorts(served.answer, machine, target))
    if (found === undefined) return { problem: 'ports_in_use' }
    const address = `https://${machine.name}${found.port === 443 ? '' : `:${found.port}`}`
    openedPort = found.port
    if (found.isOpen) return { address }
    const options = { timeoutMs: openTimeoutMs, signal, isEnough: isEnableRequest }
    const opened = await run(program, openArguments(found.port, target), options)
    if (opened.code === 0 && !isEnableRequest(opened.output)) return { address }
    openedPort = undefined
    const refusal = refusalIn(opened.output)
    if (refusal.problem === 'program_failed') log.warn('tailscale could not open the funnel', { code: opened.code })
    return refusal
  }

  return {
    kind: 'tailscale',
    open,

    /** Only our own path is closed; what else the machine serves stays. */
    async close() {
      const program = findTailscale(needs.program, environment)
      if (openedPort === undefined || program === undefined) return
      const options = { timeoutMs: closeTimeoutMs, signal: new AbortController().signal }
      const { code } = await run(program, closeArguments(openedPort), options)
      if (code !== 0) log.warn('tailscale could not close the funnel', { code })
      openedPort = undefined
    },
  }
}

/** A port that leads to another port of this machine is taken over only if nothing answers there any more. */
async function pick(ports: readonly FunnelPort[]): Promise<FunnelPort | undefined> {
  for (const one of ports) {
    if (one.otherPort === undefined || !(await isAnswering(one.otherPort))) return one
  }
  return undefined
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: connectTimeoutMs })
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => settle(true))
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
  })
}
