import { anyObject, integer, list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const listOperations = definePanelOperation({
  name: 'list-operations',
  summary: 'Every operation of the API, with the schema its form is drawn from.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    base_url: text({ description: 'What the addresses of operations begin with.' }),
    operations: list(
      object({
        name: text(),
        group: text(),
        summary: text(),
        description: text(),
        scope: text(),
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
