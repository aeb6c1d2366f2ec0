import type { Limit } from '../../../sdk/error.ts'
import { type Connection, type ConnectionState, openConnection, type ServerDescription } from '../../core/connection.ts'
import type { ServerEvent } from '../../core/event-types.ts'

/** A server as the person entered it. */
export interface ServerEntry {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly key: string
}

export interface ServerListener {
  /** The connection or the description of the server has changed. */
  onChange(): void
  onEvent(event: ServerEvent): void
}

/** One server, as keys and forms use it. */
export interface DeckServer {
  readonly entry: ServerEntry
  readonly state: ConnectionState
  /** Why it is not connected, in a sentence. */
  readonly message: string
  readonly description: ServerDescription
  call(operation: string, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  limitOf(operation: string): Limit | undefined
}

interface OpenServer extends DeckServer {
  close(): Promise<void>
}

const maxServers = 20
/** For who follows all of them. */
export const anyServer = '*'

export type Servers = ReturnType<typeof createServers>

/** All servers of this deck, each with one connection that all its keys share. */
export function createServers() {
  const servers = new Map<string, OpenServer>()
  const listeners = new Map<ServerListener, () => string | undefined>()

  /** A key without a choice uses the first server. */
  function find(id: string | undefined): OpenServer | undefined {
    return id === undefined || id === '' ? [...servers.values()][0] : servers.get(id)
  }

  function notify(server: OpenServer, tell: (listener: ServerListener) => void): void {
    for (const [listener, wanted] of listeners) {
      const id = wanted()
      if (id === anyServer || find(id) === server) tell(listener)
    }
  }

  function open(entry: ServerEntry): OpenServer {
    let state: ConnectionState = 'connecting'
    let message = ''
    let description: ServerDescription = { operations: [], eventTypes: [] }
    let connection: Connection | undefined
    const server: OpenServer = {
      entry,
      get state() {
        return state
      },
      get message() {
        return message
      },
      get description() {
        return description
      },
      async call(operation, values) {
        if (connection === undefined) throw new Error(message)
        return connection.call(operation, values)
      },
      limitOf: (operation) => connection?.limitOf(operation),
      close: async () => connection?.close(),
    }
    if (!URL.canParse(entry.url)) [state, message] = ['refused', 'The address is not valid.']
    else if (entry.key === '') [state, message] = ['refused', 'Enter an API key.']
    else {
      connection = openConnection({
        url: entry.url,
        key: entry.key,
        // Whoever presses a key wants to know at once.
        retry: false,
        onState(next, said) {
          state = next
          message = said
          notify(server, (listener) => listener.onChange())
        },
        onDescription(found) {
          description = found
          notify(server, (listener) => listener.onChange())
        },
        onEvent: (event) => notify(server, (listener) => listener.onEvent(event)),
      })
    }
    return server
  }

  return {
    find: (id: string | undefined): DeckServer | undefined => find(id),
    list: (): readonly DeckServer[] => [...servers.values()],

    /** Opens, closes and keeps connections, so that these servers are connected. */
    apply(entries: readonly ServerEntry[]): void {
      const wanted = new Map(entries.slice(0, maxServers).map((entry) => [entry.id, entry]))
      for (const [id, server] of [...servers]) {
        const entry = wanted.get(id)
        if (entry !== undefined && entry.url === server.entry.url && entry.key === server.entry.key) continue
        servers.delete(id)
        void server.close()
      }
      // In the order of the person, because the first one is the default.
      const before = new Map(servers)
      servers.clear()
      for (const [id, entry] of wanted) servers.set(id, before.get(id) ?? open(entry))
      for (const listener of listeners.keys()) listener.onChange()
    },

    /** `wanted` says which server the listener is about, each time something happens. Returns how to stop. */
    listen(wanted: () => string | undefined, listener: ServerListener): () => void {
      listeners.set(listener, wanted)
      return () => void listeners.delete(listener)
    },

    async close(): Promise<void> {
      await Promise.all([...servers.values()].map((server) => server.close()))
      servers.clear()
    },
  }
}

/** What the app has stored; anything else than servers is left out. */
export function readServers(value: unknown): ServerEntry[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    const { id, name, url, key } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof url !== 'string') return []
    return { id, url, name: typeof name === 'string' ? name : url, key: typeof key === 'string' ? key : '' }
  })
}
