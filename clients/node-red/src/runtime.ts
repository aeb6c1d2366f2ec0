/** The part of Node-RED's runtime that these nodes use. */

export interface RuntimeMessage {
  payload?: unknown
  topic?: string
  [name: string]: unknown
}

export type Send = (message: RuntimeMessage) => void
export type Done = (error?: Error) => void

export interface RuntimeNode {
  readonly id: string
  readonly credentials?: Readonly<Record<string, string>>
  status(status: { fill?: 'red' | 'green' | 'yellow' | 'grey'; shape?: 'dot' | 'ring'; text?: string }): void
  send: Send
  on(event: 'input', listener: (message: RuntimeMessage, send: Send, done: Done) => void): void
  on(event: 'close', listener: (done: () => void) => void): void
}

export type NodeConfig = Readonly<Record<string, unknown>>

interface AdminRequest {
  readonly params: Readonly<Record<string, string>>
}
interface AdminResponse {
  json(body: unknown): void
}

export interface Runtime {
  readonly nodes: {
    createNode(node: RuntimeNode, config: NodeConfig): void
    getNode(id: string): RuntimeNode | null
    registerType(
      name: string,
      // A constructor function: Node-RED calls it with a node as `this`.
      construct: (this: RuntimeNode, config: NodeConfig) => void,
      options?: { credentials: Readonly<Record<string, { type: 'text' | 'password' }>> },
    ): void
  }
  readonly auth: { needsPermission(name: string): unknown }
  readonly httpAdmin: {
    get(path: string, guard: unknown, handle: (request: AdminRequest, response: AdminResponse) => void): void
  }
}
