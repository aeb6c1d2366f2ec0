import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenApiDocument } from '../../src/api-description/openapi.ts'
import { toOpenApi30 } from '../../src/api-description/openapi-30.ts'

function documentWith(schema: unknown, example: unknown = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Waves', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [],
    tags: [],
    security: [],
    paths: { '/v1/wave': { post: { requestBody: { content: { 'application/json': { schema, example } } } } } },
    components: { schemas: { Wave: schema } },
  }
}

function converted(schema: unknown): unknown {
  return (toOpenApi30(documentWith(schema)).components as { schemas: { Wave: unknown } }).schemas.Wave
}

describe('the OpenAPI 3.0 form of a document', () => {
  it('gives the licence by address', () => {
    const { openapi, info } = toOpenApi30(documentWith({}))
    assert.equal(openapi, '3.0.3')
    assert.deepEqual(info.license, { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' })
  })

  it('makes null a flag', () => {
    assert.deepEqual(converted({ type: ['string', 'null'], format: 'date' }), {
      type: 'string',
      nullable: true,
      format: 'date',
    })
  })

  it('keeps null among the values, where 3.0 wants it', () => {
    assert.deepEqual(converted({ type: ['string', 'null'], enum: ['a', null] }), {
      type: 'string',
      nullable: true,
      enum: ['a', null],
    })
  })

  it('puts what stands beside a reference around it, where 3.0 reads it', () => {
    const $ref = '#/components/schemas/Wave'
    assert.deepEqual(converted({ $ref }), { $ref })
    assert.deepEqual(converted({ $ref, description: 'One.' }), { allOf: [{ $ref }], description: 'One.' })
    assert.deepEqual(converted({ anyOf: [{ $ref }, { type: 'null' }], description: 'One.' }), {
      anyOf: [{ $ref }, { type: 'object', nullable: true, enum: [null] }],
      description: 'One.',
    })
    assert.deepEqual(converted({ anyOf: [{ type: 'string' }, { $ref }], default: 'go' }), {
      anyOf: [{ type: 'string' }, { $ref }],
      default: 'go',
    })
  })

  it('makes several types a choice, each with its own values', () => {
    assert.deepEqual(converted({ type: ['boolean', 'integer', 'string'], enum: [true, 1, '1'], description: 'Yes.' }), {
      description: 'Yes.',
      anyOf: [
        { type: 'boolean', enum: [true] },
        { type: 'integer', enum: [1] },
        { type: 'string', enum: ['1'] },
      ],
    })
  })

  it('gives each of several types its own bounds, and a list its items', () => {
    const schema = {
      type: ['number', 'string', 'array'],
      maximum: 9,
      maxLength: 5,
      items: { type: 'string' },
      maxItems: 2,
    }
    assert.deepEqual(converted({ ...schema, description: 'One of three.' }), {
      description: 'One of three.',
      anyOf: [
        { type: 'number', maximum: 9 },
        { type: 'string', maxLength: 5 },
        { type: 'array', items: { type: 'string' }, maxItems: 2 },
      ],
    })
  })

  it('makes a constant the only value', () => {
    assert.deepEqual(converted({ type: 'boolean', const: true }), { type: 'boolean', enum: [true] })
  })

  it('makes an exclusive bound a flag', () => {
    assert.deepEqual(converted({ type: 'number', exclusiveMinimum: 0 }), {
      type: 'number',
      minimum: 0,
      exclusiveMinimum: true,
    })
  })

  it('shows the first example', () => {
    assert.deepEqual(converted({ type: 'string', examples: ['a', 'b'] }), { type: 'string', example: 'a' })
  })

  it('reaches into properties, lists and maps', () => {
    const inner = { type: ['string', 'null'] }
    const flagged = { type: 'string', nullable: true }
    assert.deepEqual(
      converted({
        type: 'object',
        properties: { a: inner, list: { type: 'array', items: inner } },
        additionalProperties: inner,
        required: [],
      }),
      {
        type: 'object',
        properties: { a: flagged, list: { type: 'array', items: flagged } },
        additionalProperties: flagged,
      },
    )
  })

  it('leaves examples as they are, whatever their keys are called', () => {
    const example = { schema: { type: ['string', 'null'] }, examples: [1] }
    const { paths } = toOpenApi30(documentWith({ type: 'object' }, example))
    assert.ok(JSON.stringify(paths).includes(JSON.stringify(example)))
  })

  it('converts a property that is called example or schema', () => {
    const property = { const: 1 }
    assert.deepEqual(converted({ type: 'object', properties: { example: property, schema: property } }), {
      type: 'object',
      properties: { example: { enum: [1] }, schema: { enum: [1] } },
    })
  })
})
