import type { Operation } from '../kernel/operation/operation.ts'
import { methodName } from '../kernel/schema/method-name.ts'
import type { Names } from '../registry/names.ts'

/** The package has one client for each naming of the platforms. */
const sdkModules = { spec: 'showcaller/sdk', brand: 'showcaller/sdk/brand' }

/** The operations for the console: names as in the API, with the schema for the form. */
export function describeOperations(operations: readonly Operation[], names: Names): readonly ConsoleOperation[] {
  const described = operations.map(
    ({ name, group, summary, description, scope, hints, ratePerMinute, input, example }) => ({
      name: names.operation(name),
      group,
      summary: names.documentation(summary),
      description: names.documentation(description),
      scope,
      destructive: hints?.isDestructive === true || hints?.isFarReaching === true,
      rate_per_minute: ratePerMinute,
      sdk: { module: sdkModules[names.naming], method: methodName(names.operation(name)) },
      input: names.schema(input),
      example: names.toWire === undefined ? example.input : names.toWire(input)(example.input),
    }),
  )
  // Schemas contain symbols for validation; JSON drops them.
  return JSON.parse(JSON.stringify(described)) as ConsoleOperation[]
}

/** An operation as the console of the panel shows it. */
export interface ConsoleOperation {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly scope: string
  /** Whether it may take something away that cannot be given back, by itself or by what it leads to. */
  readonly destructive: boolean
  readonly rate_per_minute: number
  readonly sdk: { readonly module: string; readonly method: string }
  readonly input: Readonly<Record<string, unknown>>
  readonly example: Readonly<Record<string, unknown>>
}
