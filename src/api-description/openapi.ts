import { type FailureCode, type FailureStatus, failures } from '../kernel/operation/contract/failures.ts'
import { groups } from '../kernel/operation/contract/groups.ts'
import type { Scope } from '../kernel/operation/contract/scopes.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { methodName } from '../kernel/schema/method-name.ts'
import { needsBody } from '../kernel/schema/open-schema.ts'
import type { ObjectSchema, Schema } from '../kernel/schema/schema.ts'
import type { Names } from '../registry/names.ts'
import { describedAnswer } from './answer-descriptions.ts'
import { refTo, withModels } from './models.ts'
import {
  exampleRequestId,
  failureSchema,
  headers,
  idempotencyKey,
  infoDescription,
  keyDescription,
  sayTitles,
} from './openapi-parts.ts'
import { commonFailures, groupByStatus, possibleFailures } from './possible-failures.ts'

type Json = Readonly<Record<string, unknown>>

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly security: readonly Json[]
  readonly paths: Readonly<Record<string, Json>>
  readonly components: Json
}

export const defaultServerUrl = 'http://127.0.0.1:4400'

/** Creates the OpenAPI 3.1 document from the operations, with the schemas that validate requests. */
export function createOpenApi(needs: {
  operations: readonly Operation[]
  names: Names
  version: string
  serverUrl?: string | undefined
}): OpenApiDocument {
  const { operations, names, version, serverUrl = defaultServerUrl } = needs
  const paths = operations.map((operation) => [
    `/v1/${names.operation(operation.name)}`,
    { post: describeOperation(operation, names) },
  ])
  const usedGroups = new Set(operations.map(({ group }) => group))
  const usedCodes = new Set(operations.flatMap(possibleFailures))
  return asPlainJson({
    openapi: '3.1.0',
    info: {
      title: 'Showcaller',
      version,
      description: [infoDescription, ...(names.titles === undefined ? [] : [sayTitles(names.titles)])].join('\n\n'),
      ...(names.titles === undefined ? {} : { 'x-names': names.titles }),
      contact: { name: 'The Showcaller authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This server.' }],
    tags: [...usedGroups].map((name) => ({ name, description: groups[name] })),
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: keyDescription() } },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      responses: sharedResponses(operations),
      schemas: withModels({ Failure: failureSchema, ...bodySchemas(operations, names) }),
      examples: Object.fromEntries([...usedCodes].map((code) => [code, failureExample(code)])),
    },
  })
}

function describeOperation(operation: Operation, names: Names): Json {
  const { name, group, summary, description, scope, ratePerMinute, input, output, example } = operation
  const bodies = bodyNames(operation, names)
  return {
    operationId: methodName(names.operation(name)),
    tags: [group],
    summary: names.documentation(summary),
    description: [
      names.documentation(description),
      `Needs the scope \`${scope}\`. At most ${ratePerMinute} calls per minute for each key.`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    'x-scope': scope,
    'x-rate-limit-per-minute': ratePerMinute,
    'x-effect': operation.effect,
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      required: needsBody(input),
      ...(needsBody(input) ? {} : { description: 'Optional; an empty body equals `{}`.' }),
      content: { 'application/json': { schema: refTo(bodies.input), example: onWire(input, example.input, names) } },
    },
    responses: {
      200: {
        description: 'Done.',
        headers: headerRefs('X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'),
        content: {
          'application/json': {
            schema: refTo(bodies.answer),
            example: { success: true, ...onWire(output, example.output, names) },
          },
        },
      },
      ...failureResponses(operation),
    },
  }
}

/** The names of the bodies of an operation, as in the SDK, so that generated code has a type for each. */
function bodyNames({ name }: Operation, names: Names): { readonly input: string; readonly answer: string } {
  const method = methodName(names.operation(name))
  const pascal = method.charAt(0).toUpperCase() + method.slice(1)
  return { input: `${pascal}Input`, answer: `${pascal}Answer` }
}

function bodySchemas(operations: readonly Operation[], names: Names): Readonly<Record<string, Schema>> {
  const entries = operations.flatMap((operation) => {
    const { input, answer } = bodyNames(operation, names)
    const output = names.schema(describedAnswer(operation))
    const success = { type: 'boolean', const: true, description: 'True in every answer with the status 200.' }
    const answered = {
      ...output,
      properties: { success, ...output.properties },
      required: ['success', ...output.required],
    }
    return [[input, names.schema(operation.input)] as const, [answer, answered] as const]
  })
  return Object.fromEntries(entries)
}

function onWire(schema: ObjectSchema, example: Json, names: Names): Json {
  return names.toWire === undefined ? example : (names.toWire(schema)(example) as Json)
}

/** A status with only common codes uses a shared response; others list their own codes too. */
function failureResponses(operation: Operation): Json {
  const byStatus = [...groupByStatus(possibleFailures(operation))]
  return Object.fromEntries(
    byStatus.map(([status, codes]) => [
      status,
      isShared(status, codes)
        ? { $ref: `#/components/responses/${sharedName(status)}` }
        : failureResponse(status, codes),
    ]),
  )
}

function sharedResponses(operations: readonly Operation[]): Json {
  const shared = operations
    .flatMap((operation) => [...groupByStatus(possibleFailures(operation))])
    .filter(([status, codes]) => isShared(status, codes))
  return Object.fromEntries(shared.map(([status, codes]) => [sharedName(status), failureResponse(status, codes)]))
}

function isShared(status: FailureStatus, codes: readonly FailureCode[]): boolean {
  return codes.length === commonByStatus.get(status)?.length
}

const commonByStatus = groupByStatus(commonFailures)

function sharedName(status: FailureStatus): string {
  return `Failure${status}`
}

function failureResponse(status: FailureStatus, codes: readonly FailureCode[]): Json {
  return {
    description: `${statusWords[status]}\n\n${codes.map(codeLine).join('\n')}`,
    headers: headerRefs(...(failureHeaders[status] ?? commonHeaders)),
    content: {
      'application/json': {
        schema: refTo('Failure'),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

const statusWords: Readonly<Record<FailureStatus, string>> = {
  400: 'The request or a parameter is invalid.',
  401: 'The API key is missing or invalid.',
  403: 'The API key may not do this.',
  404: 'The object does not exist or is not in the required state.',
  409: 'What the call replaces has changed.',
  429: 'Too many requests. Wait for the time in `Retry-After`.',
  500: 'Internal server error.',
  502: 'A required service is unavailable.',
}

function codeLine(code: FailureCode): string {
  return `- \`${code}\`: ${failures[code].message}`
}

function failureExample(code: FailureCode): Json {
  const { message } = failures[code]
  const more = code === 'missing_scope' ? { required_scope: 'points:write' satisfies Scope } : {}
  return {
    summary: message,
    value: { success: false, error: message, code, request_id: exampleRequestId, ...more },
  }
}

const commonHeaders = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
const failureHeaders: Readonly<Partial<Record<FailureStatus, readonly string[]>>> = {
  401: ['X-Request-Id', 'WWW-Authenticate'],
  429: [...commonHeaders, 'Retry-After'],
  502: [...commonHeaders, 'Retry-After'],
}

function headerRefs(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Schemas contain symbols for validation; JSON drops them. */
function asPlainJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
