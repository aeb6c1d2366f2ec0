import { createCallNode } from './call-node.ts'
import { createEventsNode } from './events-node.ts'
import type { Runtime } from './runtime.ts'
import { createServerNode, serverOf } from './server-node.ts'

/** What Node-RED calls when it loads the package. */
export function register(runtime: Runtime): void {
  runtime.nodes.registerType(
    'showcaller-server',
    function (config) {
      runtime.nodes.createNode(this, config)
      createServerNode(this, config)
    },
    { credentials: { key: { type: 'password' } } },
  )
  runtime.nodes.registerType('showcaller-call', function (config) {
    runtime.nodes.createNode(this, config)
    createCallNode(runtime, this, config)
  })
  runtime.nodes.registerType('showcaller-events', function (config) {
    runtime.nodes.createNode(this, config)
    createEventsNode(runtime, this, config)
  })

  // What the editor draws its forms from. The key stays in the runtime.
  runtime.httpAdmin.get(
    '/showcaller/:id/description',
    runtime.auth.needsPermission('showcaller.read'),
    ({ params }, response) => {
      response.json(serverOf(runtime.nodes.getNode(params.id ?? ''))?.description ?? { operations: [], eventTypes: [] })
    },
  )
}
