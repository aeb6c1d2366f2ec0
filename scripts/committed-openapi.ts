import { createNames } from '../src/contract/names.ts'
import { createOpenApi } from '../src/openapi.ts'
import { operations } from '../src/operations.ts'
import { version } from '../src/version.ts'

/** The text of `openapi.json`: the contract with the names of the specification, generated from the code. */
export function committedOpenApi(): string {
  return `${JSON.stringify(createOpenApi({ operations, names: createNames('spec'), version }), null, 2)}\n`
}
