import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A validator that is not ours; it comes with the linters. Tests above this folder cannot import its packages. */
export function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false })
  formats.default(ajv)
  return ajv
}
