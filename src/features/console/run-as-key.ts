import { anyObject, anyValue, integer, mapOf, number, object, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import type { Key } from '../keys/keys.ts'

export interface KeyCall {
  readonly key: Key
  /** Its name on the wire. */
  readonly operation: string
  readonly body: unknown
  readonly address: string
  readonly requestId: string
}

export interface KeyCallAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly milliseconds: number
}

export const runAsKey = definePanelOperation({
  name: 'run-as-key',
  summary: 'Runs an operation of the API as one of the keys, with its scopes and limits, without its secret.',
  role: 'owner',
  effect: 'outside',
  input: object({
    key_id: text({ max: 100, description: 'The key to call as.' }),
    operation: text({ max: 100, description: 'The operation, as in its address.' }),
    body: withDefault(anyObject({ description: 'What is sent.' }), {}),
  }),
  output: object({
    status: integer(),
    headers: mapOf(text()),
    body: anyValue({ description: 'The answer as a client of the API would get it.' }),
    milliseconds: number(),
  }),
  failures: ['not_found', 'unknown_operation'],
  example: {
    input: { key_id: 'key_1', operation: 'send-message', body: { message: 'Hello' } },
    output: { status: 200, headers: {}, body: { success: true }, milliseconds: 3 },
  },
  async handle({ input, caller, ctx }) {
    const key = await ctx.keys.getById(caller.channel, input.key_id)
    const { operation, body } = input
    const { address, requestId } = caller
    return ctx.callAsKey({ key, operation, body, address, requestId })
  },
})
