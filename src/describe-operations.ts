import type { ConsoleOperation } from './context.ts'
import { methodName } from './contract/method-name.ts'
import type { Names } from './contract/names.ts'
import type { Operation } from './operation.ts'

/** The package has a client for each way to name platforms. */
const sdkModules = { spec: 'showcaller/sdk', brand: 'showcaller/sdk/brand' }

/** The operations as a person meets them in the console: in the words on the wire, with the schema for the form. */
export function describeOperations(operations: readonly Operation[], names: Names): readonly ConsoleOperation[] {
  const described = operations.map(({ name, group, summary, description, scope, ratePerMinute, input, example }) => ({
    name: names.operation(name),
    group,
    summary: names.text(summary),
    description: names.text(description),
    scope,
    rate_per_minute: ratePerMinute,
    sdk: { module: sdkModules[names.naming], method: methodName(names.operation(name)) },
    input: names.schema(input),
    example: names.toWire === undefined ? example.input : names.toWire(input)(example.input),
  }))
  // Schemas carry symbols for the reader and the compiler; the console gets what JSON keeps of them.
  return JSON.parse(JSON.stringify(described)) as ConsoleOperation[]
}
