import { Client } from '../../sdk/client.ts'
import type { EventOptions } from '../../sdk/events.ts'
import type { ApiOperation } from './api.ts'
import type { ServerEvent } from './event-types.ts'
import { toInput } from './input.ts'

/** Calls any operation of a server by what the server says about it, and receives its events. */
export class Caller extends Client {
  /** `values` as a form holds them. A call that changes something is not done twice by the client's own retries. */
  call(operation: ApiOperation, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const input = toInput(operation, values)
    return operation.isRead ? this.read(operation.name, input) : this.write(operation.name, input)
  }

  events(options: EventOptions<string, string>): AsyncGenerator<ServerEvent, void, undefined> {
    return this.stream<ServerEvent>(options)
  }
}
