import { type Connection, type ConnectionState, openConnection, type ServerDescription } from '../../core/connection.ts'
import type { ServerEvent } from '../../core/event-types.ts'
import type { NodeConfig, RuntimeNode } from './runtime.ts'

/** What the nodes that use a server see of it. */
export interface Listener {
  onState(state: ConnectionState, message: string): void
  onEvent?(event: ServerEvent): void
}

/** The configuration node that several nodes share: one server, one key, one connection. */
export interface ServerNode {
  readonly description: ServerDescription
  call(operation: string, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  /** Returns how to stop listening. */
  listen(listener: Listener): () => void
}

const serversByNode = new WeakMap<RuntimeNode, ServerNode>()

export function serverOf(node: RuntimeNode | null): ServerNode | undefined {
  return node === null ? undefined : serversByNode.get(node)
}

export function createServerNode(node: RuntimeNode, config: NodeConfig): void {
  const url = String(config.url ?? '')
  const key = node.credentials?.key ?? ''
  const listeners = new Set<Listener>()
  let description: ServerDescription = { operations: [], eventTypes: [] }
  let latest: { readonly state: ConnectionState; readonly message: string } = { state: 'connecting', message: '' }
  let connection: Connection | undefined

  function show(state: ConnectionState, message: string): void {
    latest = { state, message }
    for (const listener of listeners) listener.onState(state, message)
  }

  if (!URL.canParse(url)) show('refused', 'The address of the server is not valid.')
  else if (key === '') show('refused', 'Enter an API key in the settings of the server.')
  else {
    connection = openConnection({
      url,
      key,
      onState: show,
      onDescription: (found) => {
        description = found
      },
      onEvent: (event) => {
        for (const listener of listeners) listener.onEvent?.(event)
      },
    })
  }

  serversByNode.set(node, {
    get description() {
      return description
    },
    async call(operation, values) {
      if (connection === undefined) throw new Error(latest.message)
      return connection.call(operation, values)
    },
    listen(listener) {
      listeners.add(listener)
      listener.onState(latest.state, latest.message)
      return () => listeners.delete(listener)
    },
  })

  node.on('close', (done) => {
    void Promise.resolve(connection?.close()).finally(done)
  })
}
