import { Failure } from '../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { anyValue, mapOf, relayedObject } from '../../kernel/schema/open-schema.ts'
import { anyObject, boolean, integer, list, number, object, text, withDefault } from '../../kernel/schema/schema.ts'
import { defineMessages } from '../../kernel/text/message.ts'

const panelErrors = defineMessages('errors.panel', {
  unknownOperation: 'There is no operation {name}.',
})

export const listOperations = definePanelOperation({
  name: 'list-operations',
  summary: 'Lists all operations of the API with the schemas of their forms.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    base_url: text({ description: 'The base address of the operations.' }),
    operations: list(
      object({
        name: text(),
        group: text(),
        summary: text(),
        description: text(),
        scope: text(),
        destructive: boolean({ description: 'Whether it may take something away that cannot be given back.' }),
        rate_per_minute: integer(),
        sdk: object({ module: text(), method: text() }, { description: 'How the SDK calls it.' }),
        input: anyObject({ description: 'JSON Schema of the body.' }),
        example: anyObject(),
      }),
    ),
  }),
  failures: [],
  example: { input: {}, output: { base_url: 'http://127.0.0.1:4400', operations: [] } },
  async handle({ ctx }) {
    return { base_url: ctx.baseUrl(), operations: ctx.listOperations() }
  },
})

export const runAsKey = definePanelOperation({
  name: 'run-as-key',
  summary: 'Runs an operation of the API as one of the keys, with its scopes and limits, without its secret.',
  role: 'owner',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    key_id: text({ max: 100, description: 'The key to call as.' }),
    operation: text({ max: 100, description: 'The operation, as in its address.' }),
    body: withDefault(relayedObject({ description: 'The request body, which the operation checks.' }), {}),
  }),
  output: object({
    status: integer(),
    headers: mapOf(text()),
    body: anyValue({ description: 'The answer that an API client would get.' }),
    milliseconds: number(),
  }),
  failures: ['not_found', 'unknown_operation', 'sign_in_required'],
  example: {
    input: { key_id: 'key_1', operation: 'send-message', body: { message: 'Hello' } },
    output: { status: 200, headers: {}, body: { success: true }, milliseconds: 3 },
  },
  async handle({ input, caller, ctx }) {
    const key = await ctx.keys.getById(caller.channel, input.key_id)
    const { operation, body } = input
    const { address, requestId } = caller
    if (!ctx.listOperations().some(({ name }) => name === operation)) {
      throw new Failure('unknown_operation', { message: panelErrors.unknownOperation.of({ name: operation }) })
    }
    // The call runs as the key, in transactions of its own. The entry comes first, so that no call is without one.
    await ctx.db.write((tx) =>
      ctx.events.appendNew(tx, caller, { kind: 'panel.run-as-key', data: { key_id: key.id, operation } }),
    )
    return ctx.callAsKey({ key, operation, body, address, requestId, person: caller })
  },
})
