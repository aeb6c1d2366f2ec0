import { scopes } from './contract/scopes.ts'

/** The parts of the document that are the same for every operation. */

type Json = Readonly<Record<string, unknown>>

export const exampleRequestId = 'req_5d0c8e1f2a7b94360001'

export const headers: Json = {
  'X-Request-Id': {
    description: 'Names this call in the log. A sane one of your own is kept.',
    schema: { type: 'string' },
    example: exampleRequestId,
  },
  RateLimit: {
    description: 'How many calls remain (`r`) and in how many seconds the oldest one stops counting (`t`).',
    schema: { type: 'string' },
    example: '"get-points";r=119;t=60',
  },
  'RateLimit-Policy': {
    description: 'How many calls (`q`) are possible in any window of so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"get-points";q=120;w=60',
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the kept answer of an earlier call with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'In how many seconds to try again.',
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
    'The same key with the same body within 24 hours answers what the first call answered and does nothing again.',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: 'order-7391',
}

export const failureSchema: Json = {
  type: 'object',
  description: 'The body of every answer that is not 200.',
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string', description: 'One sentence for a person; a parameter name stands first.' },
    code: { type: 'string', description: 'One word for a program. New ones may be added.' },
    request_id: { type: 'string', description: 'The same as the header X-Request-Id.' },
    details: {
      type: 'array',
      description: 'Every fault, when several parameters are wrong.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Which parameter.' },
          message: { type: 'string', description: 'What is wrong with it.' },
        },
        required: ['path', 'message'],
      },
    },
    required_scope: { type: 'string', description: 'With `missing_scope`: the scope the key lacks.' },
    results: {
      type: 'array',
      description: 'From effect-trigger, when it triggered nothing: what became of each overlay.',
      items: { type: 'object' },
    },
  },
  required: ['success', 'error', 'code', 'request_id'],
}

export const infoDescription = [
  'Controls a stream from your own application, an automation tool or a control deck.',
  'Every operation is a POST with a JSON object; a successful answer has `success: true`, every other one is a ' +
    'failure with a sentence for a person and a code for a program.',
  'Under `/v1` parameters, fields and values are only ever added, so read answers with room for new ones.',
].join('\n\n')

export function keyDescription(): string {
  const lines = Object.entries(scopes).map(([scope, words]) => `- \`${scope}\`: ${words}`)
  return `An API key made in the panel or with \`showcaller key create\`. It works for the scopes chosen then:\n\n${lines.join('\n')}`
}
