import { type Limit, ShowcallerError } from '../../sdk/error.ts'
import { type ApiOperation, fetchApi, UnreachableError } from './api.ts'
import { Caller } from './caller.ts'
import { type EventType, fetchEventTypes, type ServerEvent } from './event-types.ts'

/**
 * `refused`: the server is there, but does not accept the key; a person has to enter another one. `limited`: calls work,
 * events do not, because the key lacks the permission `events:read`.
 */
export type ConnectionState = 'connecting' | 'connected' | 'limited' | 'unreachable' | 'refused'

export interface ServerDescription {
  readonly operations: readonly ApiOperation[]
  readonly eventTypes: readonly EventType[]
}

export interface ConnectionOptions {
  readonly url: string
  readonly key: string
  /** With a sentence for the person where there is something to do. */
  onState(state: ConnectionState, message: string): void
  /** What the server offers, each time it has been asked. */
  onDescription(description: ServerDescription): void
  onEvent(event: ServerEvent): void
  /** Whether a refused call is tried again by itself, if that may help. Default true; a person at a key waits for no retry. */
  readonly retry?: boolean
  /** How long to wait before the server is asked again; grows from the first to the last. */
  readonly pausesMs?: readonly number[]
}

const defaultPausesMs = [1_000, 2_000, 5_000, 10_000, 30_000]

export type Connection = ReturnType<typeof openConnection>

/** Stays connected to one server until it is closed, whatever happens to the network or the server. */
export function openConnection(options: ConnectionOptions) {
  const { url, key, retry = true, pausesMs = defaultPausesMs } = options
  const closing = new AbortController()
  const { signal } = closing
  const caller = new Caller({ url, key, retry })
  let operations = new Map<string, ApiOperation>()

  async function run(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      options.onState('connecting', '')
      const problem = await describe()
      if (problem === undefined) {
        failures = 0
        if (await follow()) return
      } else if (!signal.aborted) options.onState('unreachable', problem)
      await pause(pausesMs[Math.min(failures++, pausesMs.length - 1)] ?? 1_000, signal)
    }
  }

  /** Returns why that was not possible. */
  async function describe(): Promise<string | undefined> {
    try {
      const [found, eventTypes] = await Promise.all([fetchApi(url), fetchEventTypes(url)])
      if (signal.aborted) return undefined
      operations = new Map(found.map((operation) => [operation.name, operation]))
      options.onDescription({ operations: found, eventTypes })
      return undefined
    } catch (error) {
      if (error instanceof UnreachableError) return error.message
      throw error
    }
  }

  /** Returns whether this is final. */
  async function follow(): Promise<boolean> {
    try {
      const onConnection = (isOpen: boolean) => {
        if (signal.aborted) return
        if (isOpen) options.onState('connected', '')
        else options.onState('unreachable', `${new URL(url).origin} could not be reached.`)
      }
      for await (const event of caller.events({ signal, onConnection })) options.onEvent(event)
      return true
    } catch (error) {
      if (!(error instanceof ShowcallerError)) throw error
      const isLimited = error.status === 403
      options.onState(isLimited ? 'limited' : 'refused', error.message)
      return true
    }
  }

  const ended = run()
  return {
    /** Rejects with a sentence for the person: of the server, or because the server does not have this operation. */
    async call(name: string, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
      const operation = operations.get(name)
      if (operation === undefined)
        throw new UnreachableError(`The server has no operation ${name}, or is not connected yet.`)
      return caller.call(operation, values)
    },
    /** What is left of the limit of an operation, from its latest answer. */
    limitOf: (name: string): Limit | undefined => caller.limits.get(name),
    async close(): Promise<void> {
      closing.abort()
      await ended
    },
  }
}

/** Ends early, without an error, when the signal is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
