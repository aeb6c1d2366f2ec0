import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBreakingChanges } from './compare-openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: every test reaches into another corner of the document
type Document = any

const body = (schema: object) => ({ content: { 'application/json': { schema } } })

function accepted(): Document {
  return {
    security: [{ apiKey: [] }],
    paths: {
      '/v1/wave': {
        post: {
          'x-scope': 'waves:write',
          'x-rate-limit-per-minute': 60,
          parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
          requestBody: {
            required: false,
            ...body({
              type: 'object',
              properties: {
                name: { type: 'string', minLength: 1, maxLength: 50 },
                size: { type: 'number', minimum: 1, maximum: 9, default: 3 },
                colour: { type: 'string', enum: ['red', 'blue'] },
                to: { type: 'array', maxItems: 5, items: { type: 'object', properties: { id: { type: 'string' } } } },
              },
              required: ['name'],
            }),
          },
          responses: {
            200: {
              headers: { 'X-Request-Id': {} },
              ...body({
                type: 'object',
                properties: {
                  success: { type: 'boolean', const: true },
                  count: { type: 'integer' },
                  last: { type: ['string', 'null'], format: 'date' },
                  state: { type: 'string', enum: ['sent', 'seen'] },
                  waves: {
                    type: 'array',
                    items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
                  },
                },
                required: ['success', 'count', 'last', 'state', 'waves'],
              }),
            },
            404: body({ $ref: '#/components/schemas/Failure' }),
          },
        },
      },
    },
    components: {
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 255 },
        },
      },
      schemas: {
        Failure: {
          type: 'object',
          properties: { error: { type: 'string' }, code: { type: 'string' } },
          required: ['error'],
        },
      },
    },
  }
}

const operation = (document: Document) => document.paths['/v1/wave'].post
const sent = (document: Document) => operation(document).requestBody.content['application/json'].schema
const answered = (document: Document) => operation(document).responses[200].content['application/json'].schema

function nameWaves(document: Document, schema: object): void {
  document.components.schemas.Wave = schema
  answered(document).properties.waves.items = { $ref: '#/components/schemas/Wave' }
}

function breaksAfter(change: (document: Document) => void): readonly string[] {
  const present = accepted()
  change(present)
  return findBreakingChanges(accepted(), present)
}

const breaking: Record<string, [change: (document: Document) => void, words: string]> = {
  'an operation is removed': [(d) => delete d.paths['/v1/wave'], '/v1/wave is gone'],
  'another scope is needed': [
    (d) => Object.assign(operation(d), { 'x-scope': 'waves:admin' }),
    '/v1/wave needs the scope waves:admin instead of waves:write',
  ],
  'fewer calls are allowed': [
    (d) => Object.assign(operation(d), { 'x-rate-limit-per-minute': 59 }),
    '/v1/wave allows 59 calls a minute, not 60',
  ],
  'keys are sent in another way': [
    (d) => Object.assign(d, { security: [{ cookie: [] }] }),
    'the way to authenticate changed',
  ],
  'a body becomes required': [
    (d) => Object.assign(operation(d).requestBody, { required: true }),
    '/v1/wave now requires a body',
  ],
  'a header parameter is removed': [
    (d) => Object.assign(operation(d), { parameters: [] }),
    '/v1/wave parameter Idempotency-Key is gone',
  ],
  'a header parameter becomes required': [
    (d) => Object.assign(d.components.parameters.IdempotencyKey, { required: true }),
    '/v1/wave parameter Idempotency-Key is now required',
  ],
  'a header parameter becomes shorter': [
    (d) => Object.assign(d.components.parameters.IdempotencyKey.schema, { maxLength: 100 }),
    '/v1/wave parameter Idempotency-Key has a lower maxLength',
  ],
  'a new header parameter is required': [
    (d) => operation(d).parameters.push({ name: 'X-Who', in: 'header', required: true, schema: { type: 'string' } }),
    '/v1/wave parameter X-Who is new and required',
  ],
  'a parameter is removed': [(d) => delete sent(d).properties.colour, '/v1/wave request has lost colour'],
  'a parameter is renamed': [
    (d) => {
      sent(d).properties.color = sent(d).properties.colour
      delete sent(d).properties.colour
    },
    '/v1/wave request has lost colour',
  ],
  'a parameter becomes required': [(d) => sent(d).required.push('size'), '/v1/wave request requires size'],
  'a new parameter is required': [
    (d) => {
      sent(d).properties.hand = { type: 'string' }
      sent(d).required.push('hand')
    },
    '/v1/wave request requires hand',
  ],
  'a value is no longer taken': [
    (d) => Object.assign(sent(d).properties.colour, { enum: ['red'] }),
    '/v1/wave request.colour no longer takes the value blue',
  ],
  'a free parameter gets a list of values': [
    (d) => Object.assign(sent(d).properties.name, { enum: ['alice'] }),
    '/v1/wave request.name only takes some values now',
  ],
  'a type is no longer taken': [
    (d) => Object.assign(sent(d).properties.size, { type: 'integer' }),
    '/v1/wave request.size no longer takes number',
  ],
  'a lower bound rises': [
    (d) => Object.assign(sent(d).properties.size, { minimum: 2 }),
    '/v1/wave request.size has a higher minimum',
  ],
  'an upper bound falls': [
    (d) => Object.assign(sent(d).properties.size, { maximum: 8 }),
    '/v1/wave request.size has a lower maximum',
  ],
  'a bound appears': [
    (d) => Object.assign(sent(d).properties.to, { minItems: 1 }),
    '/v1/wave request.to has a higher minItems',
  ],
  'a pattern appears': [
    (d) => Object.assign(sent(d).properties.name, { pattern: '^a' }),
    '/v1/wave request.name has another pattern',
  ],
  'a default changes': [
    (d) => Object.assign(sent(d).properties.size, { default: 4 }),
    '/v1/wave request.size has the default 4, not 3',
  ],
  'unknown parameters are refused': [
    (d) => Object.assign(sent(d), { additionalProperties: false }),
    '/v1/wave request refuses other properties',
  ],
  'a parameter inside a list is removed': [
    (d) => delete sent(d).properties.to.items.properties.id,
    '/v1/wave request.to[] has lost id',
  ],
  'a parameter becomes a choice of schemas': [
    (d) => Object.assign(sent(d).properties.name, { anyOf: [{ maxLength: 3 }] }),
    '/v1/wave request.name has another anyOf',
  ],
  'the good answer is removed': [(d) => delete operation(d).responses[200], '/v1/wave has no answer 200'],
  'a header of the answer is removed': [
    (d) => delete operation(d).responses[200].headers['X-Request-Id'],
    '/v1/wave 200 header X-Request-Id is gone',
  ],
  'a field is removed': [(d) => delete answered(d).properties.count, '/v1/wave 200 has lost count'],
  'a field may be missing': [
    (d) => Object.assign(answered(d), { required: ['success', 'count', 'last', 'state'] }),
    '/v1/wave 200.waves may be missing now',
  ],
  'a field changes its type': [
    (d) => Object.assign(answered(d).properties.count, { type: 'string' }),
    '/v1/wave 200.count may now be string',
  ],
  'a field may be null': [
    (d) => Object.assign(answered(d).properties.count, { type: ['integer', 'null'] }),
    '/v1/wave 200.count may now be null',
  ],
  'a whole number may be broken': [
    (d) => Object.assign(answered(d).properties.count, { type: 'number' }),
    '/v1/wave 200.count may now be number',
  ],
  'a field changes its format': [
    (d) => Object.assign(answered(d).properties.last, { format: 'date-time' }),
    '/v1/wave 200.last has another format',
  ],
  'a field with listed values becomes free': [
    (d) => delete answered(d).properties.state.enum,
    '/v1/wave 200.state may be any value now',
  ],
  'a constant changes': [
    (d) => Object.assign(answered(d).properties.success, { const: false }),
    '/v1/wave 200.success has another value',
  ],
  'a field inside a list is removed': [
    (d) => {
      delete answered(d).properties.waves.items.properties.id
      answered(d).properties.waves.items.required = []
    },
    '/v1/wave 200.waves[] has lost id',
  ],
  'an object under a name loses a field': [
    (d) => {
      nameWaves(d, { type: 'object', properties: {}, required: [] })
    },
    '/v1/wave 200.waves[] has lost id',
  ],
  'an object under a name may be null': [
    (d) => {
      nameWaves(d, answered(d).properties.waves.items)
      answered(d).properties.waves.items = { anyOf: [answered(d).properties.waves.items, { type: 'null' }] }
    },
    '/v1/wave 200.waves[] may now be null',
  ],
  'a field of the failure body is removed': [
    (d) => delete d.components.schemas.Failure.properties.code,
    '/v1/wave 404 has lost code',
  ],
}

const harmless: Record<string, (document: Document) => void> = {
  'nothing changes': () => {},
  'an operation is added': (d) => Object.assign(d.paths, { '/v1/bow': { post: {} } }),
  'more calls are allowed': (d) => Object.assign(operation(d), { 'x-rate-limit-per-minute': 90 }),
  'an optional parameter is added': (d) => Object.assign(sent(d).properties, { hand: { type: 'string' } }),
  'an optional header parameter is added': (d) =>
    operation(d).parameters.push({ name: 'X-Who', in: 'header', required: false, schema: { type: 'string' } }),
  'a parameter becomes optional': (d) => Object.assign(sent(d), { required: [] }),
  'a value is taken as well': (d) => sent(d).properties.colour.enum.push('green'),
  'a list of values becomes free': (d) => delete sent(d).properties.colour.enum,
  'a type is taken as well': (d) => Object.assign(sent(d).properties.size, { type: ['number', 'string'] }),
  'bounds widen': (d) => Object.assign(sent(d).properties.size, { minimum: 0, maximum: 10 }),
  'a bound is dropped': (d) => delete sent(d).properties.name.maxLength,
  'a field is added': (d) => {
    answered(d).properties.first = { type: 'string' }
    answered(d).required.push('first')
  },
  'a field inside a list is added': (d) =>
    Object.assign(answered(d).properties.waves.items.properties, { colour: { type: 'string' } }),
  'a field is always there': (d) => d.components.schemas.Failure.required.push('code'),
  'a field is never null any more': (d) => Object.assign(answered(d).properties.last, { type: 'string' }),
  'a field gets one more value': (d) => answered(d).properties.state.enum.push('answered'),
  'a header of the answer is added': (d) => Object.assign(operation(d).responses[200].headers, { 'X-More': {} }),
  'a failure status is added': (d) => Object.assign(operation(d).responses, { 502: body({ type: 'object' }) }),
  'a failure status no longer occurs': (d) => delete operation(d).responses[404],
  'words change': (d) => Object.assign(operation(d), { summary: 'Waves.', description: 'At somebody.' }),
  'an object inside a body gets a name': (d) => nameWaves(d, answered(d).properties.waves.items),
  'a shared part is written out': (d) =>
    Object.assign(operation(d), { parameters: [d.components.parameters.IdempotencyKey] }),
}

describe('the comparison with the accepted contract', () => {
  for (const [name, [change, words]] of Object.entries(breaking)) {
    it(`objects when ${name}`, () => assert.deepEqual(breaksAfter(change), [words]))
  }
  for (const [name, change] of Object.entries(harmless)) {
    it(`is content when ${name}`, () => assert.deepEqual(breaksAfter(change), []))
  }
})
