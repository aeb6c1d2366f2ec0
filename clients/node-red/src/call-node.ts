import type { NodeConfig, Runtime, RuntimeNode } from './runtime.ts'
import { serverOf } from './server-node.ts'
import { showState } from './status.ts'

/** Calls one operation with the values of its form; an object in `msg.payload` replaces or adds values. */
export function createCallNode(runtime: Runtime, node: RuntimeNode, config: NodeConfig): void {
  const server = serverOf(runtime.nodes.getNode(String(config.server ?? '')))
  const stopListening = server?.listen({ onState: (state, message) => showState(node, state, message) })
  if (server === undefined) node.status({ fill: 'red', shape: 'ring', text: 'no server chosen' })

  node.on('input', (message, send, done) => {
    void call().then(
      (answer) => {
        node.status({ fill: 'green', shape: 'dot', text: 'done' })
        send({ ...message, payload: answer })
        done()
      },
      (error: unknown) => {
        const reason = error instanceof Error ? error : new Error(String(error))
        node.status({ fill: 'red', shape: 'dot', text: reason.message.slice(0, 80) })
        done(reason)
      },
    )

    async function call(): Promise<Record<string, unknown>> {
      const operation = String(message.operation ?? config.operation ?? '')
      if (server === undefined) throw new Error('No server is chosen.')
      if (operation === '') throw new Error('No operation is chosen.')
      return server.call(operation, { ...asObject(config.values), ...asObject(message.payload) })
    }
  })
  node.on('close', (done) => {
    stopListening?.()
    done()
  })
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
