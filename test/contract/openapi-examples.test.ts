import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOpenApi } from '../../src/api-description/openapi.ts'
import { operations } from '../../src/operations.ts'
import { createNames, namings } from '../../src/registry/names.ts'
import { isSlow } from '../declare.ts'
import { createValidator } from '../tools/ajv.ts'

isSlow('every example is called and compared with the document')

/** Not our own reading of a schema, so that a mistake in ours cannot hide. */
const ajv = createValidator()
ajv.addKeyword('components')

function assertFits(schema: object, value: unknown, where: string): void {
  const fits = ajv.compile(schema)
  assert.ok(fits(value), `${where}: ${ajv.errorsText(fits.errors)}`)
}

for (const naming of namings) {
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into every corner of the document
  const document: any = createOpenApi({ operations, names: createNames(naming), version: '1.0.0' })

  const $id = `https://${naming}.example/openapi.json`
  ajv.addSchema({ $id, components: { schemas: document.components.schemas } })
  const schemaOf = ({ schema }: { schema: { $ref: string } }) => ({ $ref: `${$id}${schema.$ref}` })
  const propertiesOf = ({ schema }: { schema: { $ref: string } }) =>
    document.components.schemas[schema.$ref.replace('#/components/schemas/', '')].properties

  describe(`the examples with ${naming} names`, () => {
    for (const [path, { post }] of Object.entries<{ post: typeof document }>(document.paths)) {
      it(`of ${path} fit their schemas, and so do its defaults`, () => {
        const sent = post.requestBody.content['application/json']
        const answered = post.responses[200].content['application/json']
        assertFits(schemaOf(sent), sent.example, 'request')
        assertFits(schemaOf(answered), answered.example, 'answer')
        for (const [name, property] of Object.entries<{ default?: unknown }>(propertiesOf(sent))) {
          if (property.default === undefined) continue
          assertFits({ $ref: `${schemaOf(sent).$ref}/properties/${name}` }, property.default, `default of ${name}`)
        }
      })

      it(`of ${path} show no field that the schema lacks`, () => {
        const answered = post.responses[200].content['application/json']
        assert.deepEqual(
          Object.keys(answered.example).filter((name) => !(name in propertiesOf(answered))),
          [],
        )
      })
    }

    it('of failures fit the failure body', () => {
      for (const [code, { value }] of Object.entries<{ value: unknown }>(document.components.examples)) {
        assertFits({ $ref: `${$id}#/components/schemas/Failure` }, value, code)
      }
    })
  })
}

describe('the validator', () => {
  it('would object to an example that does not fit', () => {
    assert.throws(() => assertFits({ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, {}, 'a'))
  })
})
