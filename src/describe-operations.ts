import type { ConsoleOperation } from './context.ts'
import { methodName } from './contract/method-name.ts'
import type { Names } from './contract/names.ts'
import type { Operation } from './operation.ts'

/** The package has one client for each naming of the platforms. */
const sdkModules = { spec: 'showcaller/sdk', brand: 'showcaller/sdk/brand' }

/** The operations for the console: names as in the API, with the schema for the form. */
export function describeOperations(operations: readonly Operation[], names: Names): readonly ConsoleOperation[] {
  const described = operations.map(({ name, group, summary, description, scope, ratePerMinute, input, example }) => ({
    name: names.operation(name),
    group,
    summary: names.documentation(summary),
    description: names.documentation(description),
    scope,
    rate_per_minute: ratePerMinute,
    sdk: { module: sdkModules[names.naming], method: methodName(names.operation(name)) },
    input: names.schema(input),
    example: names.toWire === undefined ? example.input : names.toWire(input)(example.input),
  }))
  // Schemas contain symbols for validation; JSON drops them.
  return JSON.parse(JSON.stringify(described)) as ConsoleOperation[]
}
