import type { ConsoleOperation } from '../api-description/describe-operations.ts'
import { describeOperations } from '../api-description/describe-operations.ts'
import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import type { Names } from '../registry/names.ts'
import { mcpMessages } from './messages.ts'

export interface Tool {
  /** The operation in the API, which is the tool. */
  readonly name: string
  readonly scope: Scope
  /** As `tools/list` has it. */
  readonly shown: Readonly<Record<string, unknown>>
}

/** Every operation as a tool, in the order of the API. */
export function toolsOf(operations: readonly Operation[], names: Names): ReadonlyMap<string, Tool> {
  const described = new Map(describeOperations(operations, names).map((one) => [one.name, one]))
  return new Map(
    operations.flatMap((operation) => {
      const name = names.operation(operation.name)
      const found = described.get(name)
      return found === undefined
        ? []
        : [[name, { name, scope: operation.scope, shown: shownTool(operation, found, names) }]]
    }),
  )
}

function shownTool(operation: Operation, described: ConsoleOperation, names: Names): Tool['shown'] {
  const { name, summary, description, rate_per_minute: count, input: inputSchema } = described
  const parts = [summary, description, mcpMessages.rate({ count })]
  return {
    name,
    title: titleOf(name),
    description: parts.filter((part) => part !== '').join(' '),
    inputSchema,
    outputSchema: outputSchemaOf(operation, names),
    annotations: annotationsOf(operation),
  }
}

/** In short, because the list has it for every tool. */
const failure = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
  },
  required: ['success', 'error', 'code', 'request_id'],
}

/** What `structuredContent` is: the answer of the operation, or the body of a failure. */
function outputSchemaOf({ output }: Operation, names: Names): Readonly<Record<string, unknown>> {
  const { properties, required } = names.schema(output)
  const success = {
    type: 'object',
    properties: { success: { type: 'boolean', const: true }, ...properties },
    required: ['success', ...required],
  }
  const schema = {
    type: 'object',
    properties: { success: { type: 'boolean' } },
    required: ['success'],
    anyOf: [success, failure],
  }
  // Schemas contain symbols for validation; JSON drops them.
  return JSON.parse(JSON.stringify(schema)) as Readonly<Record<string, unknown>>
}

/** What a client may rely on before it asks a person. */
function annotationsOf({ effect, hints = {} }: Operation): Readonly<Record<string, boolean>> {
  const { isDestructive = false, isFarReaching = false, isIdempotent = false } = hints
  const isReading = effect === 'none'
  return {
    readOnlyHint: isReading,
    destructiveHint: isDestructive || isFarReaching,
    idempotentHint: isReading || isIdempotent,
    openWorldHint: effect === 'outside' || isFarReaching,
  }
}

/** `get-points-top` is `Get points top`. */
function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
