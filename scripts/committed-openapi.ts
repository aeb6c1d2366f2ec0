import { createOpenApi, type OpenApiDocument } from '../src/api-description/openapi.ts'
import { version } from '../src/kernel/version.ts'
import { operations } from '../src/operations.ts'
import { createNames } from '../src/registry/names.ts'

/** The contract with the names of the specification, generated from the code. */
export function openApiOfSpecification(): OpenApiDocument {
  return createOpenApi({ operations, names: createNames('spec'), version })
}

/** The text of `openapi.json`. */
export function committedOpenApi(): string {
  return `${JSON.stringify(openApiOfSpecification(), null, 2)}\n`
}
