import type { ConnectionState } from '../../core/connection.ts'
import type { RuntimeNode } from './runtime.ts'

type Status = Parameters<RuntimeNode['status']>[0]

/** The dot under a node in the editor. */
export function showState(node: RuntimeNode, state: ConnectionState, message: string): void {
  const problem: Status = { fill: 'red', shape: 'ring', text: message.slice(0, 80) }
  const statuses: Readonly<Record<ConnectionState, Status>> = {
    connected: { fill: 'green', shape: 'dot', text: 'connected' },
    limited: { fill: 'yellow', shape: 'dot', text: 'connected, without events' },
    connecting: { fill: 'yellow', shape: 'ring', text: 'connecting' },
    unreachable: problem,
    refused: problem,
  }
  node.status(statuses[state])
}
