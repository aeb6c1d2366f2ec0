import { createNames } from '../src/contract/names.ts'
import { createOpenApi } from '../src/openapi.ts'
import { operations } from '../src/operations.ts'
import { version } from '../src/version.ts'

/** The text of `openapi.json`: the contract in the specification's words, as the code has it now. */
export function committedOpenApi(): string {
  return `${JSON.stringify(createOpenApi({ operations, names: createNames('spec'), version }), null, 2)}\n`
}
