import { scopes } from '../kernel/operation/contract/scopes.ts'
import { model } from '../kernel/schema/model.ts'
import type { Schema } from '../kernel/schema/schema.ts'

/** The parts of the document that are the same for every operation. */

type Json = Readonly<Record<string, unknown>>

export const exampleRequestId = 'req_5d0c8e1f2a7b94360001'

export const headers: Json = {
  'X-Request-Id': {
    description: 'Identifies this call in the log. A valid id sent by the client is kept.',
    schema: { type: 'string' },
    example: exampleRequestId,
  },
  RateLimit: {
    description: 'The remaining calls (`r`) and the seconds until the oldest call stops counting (`t`).',
    schema: { type: 'string' },
    example: '"get-points";r=119;t=60',
  },
  'RateLimit-Policy': {
    description: 'The number of calls (`q`) allowed in any window of `w` seconds.',
    schema: { type: 'string' },
    example: '"get-points";q=120;w=60',
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the kept answer of an earlier call with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'The number of seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'Always `Bearer`.',
    schema: { type: 'string', enum: ['Bearer'] },
  },
}

export const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated call with the same key and body within 24 hours returns the first response and has no further effect. Operations that only read ignore it.',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: 'order-7391',
}

export const failureSchema = {
  type: 'object',
  description: 'The body of every response with a status other than 200.',
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string', description: 'A message for people. It begins with the name of an invalid parameter.' },
    code: { type: 'string', description: 'An error code for programs. New codes may be added.' },
    request_id: { type: 'string', description: 'The same value as the header X-Request-Id.' },
    details: {
      type: 'array',
      description: 'All errors, if several parameters are invalid.',
      items: model('FailureDetail', {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The parameter.' },
          message: { type: 'string', description: 'The error message.' },
        },
        required: ['path', 'message'],
      }),
    },
    required_scope: { type: 'string', description: 'With `missing_scope`: the scope the key lacks.' },
    results: {
      type: 'array',
      description: 'From effect-trigger, if it triggered nothing: the result for each overlay.',
      items: { type: 'object' },
    },
  },
  required: ['success', 'error', 'code', 'request_id'],
} as Schema

export const infoDescription = [
  'Controls a stream from your own application, an automation tool or a control deck.',
  'Every operation is a POST with a JSON object. A successful response has `success: true`; every other response has ' +
    'an error message for people and an error code for programs.',
  'Under `/v1` parameters, fields and values are only added, never removed. Clients must accept unknown ones.',
].join('\n\n')

/** Which platform and which provider each name of the specification stands for. */
export function sayTitles(titles: Readonly<Record<string, string>>): string {
  const list = Object.entries(titles).map(([name, title]) => `\`${name}\` is ${title}`)
  return `${list.slice(0, -1).join(', ')} and ${list.at(-1)}.`
}

export function keyDescription(): string {
  const lines = Object.entries(scopes).map(([scope, description]) => `- \`${scope}\`: ${description}`)
  return `An API key created in the panel or with \`showcaller key create\`. It grants the scopes chosen there:\n\n${lines.join('\n')}`
}
