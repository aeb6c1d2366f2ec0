import type { NodeConfig, Runtime, RuntimeNode } from './runtime.ts'
import { serverOf } from './server-node.ts'
import { showState } from './status.ts'

/** Sends a message for each event of the chosen types; no type chosen means all. */
export function createEventsNode(runtime: Runtime, node: RuntimeNode, config: NodeConfig): void {
  const server = serverOf(runtime.nodes.getNode(String(config.server ?? '')))
  const types = new Set(Array.isArray(config.types) ? config.types.map(String) : [])
  if (server === undefined) node.status({ fill: 'red', shape: 'ring', text: 'no server chosen' })
  const stopListening = server?.listen({
    onState: (state, message) => showState(node, state, message),
    onEvent: (event) => {
      if (types.size === 0 || types.has(event.type)) node.send({ topic: event.type, payload: event.data, event })
    },
  })
  node.on('close', (done) => {
    stopListening?.()
    done()
  })
}
