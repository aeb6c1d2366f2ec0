import type { Operation } from '../../src/kernel/operation/operation.ts'
import * as fc from '../tools/fast-check.ts'
import { anyJson, brokenTokens, goodJson, type JsonText } from './hostile-values.ts'

/** One request as it goes over the wire, but for the key, which is chosen when it is sent. */
export interface HostileRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  /** `good`: one of many with every scope. `narrow`: with one scope only. */
  readonly key: 'good' | 'narrow' | 'wrong' | 'none'
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** The body's encoding on the wire: `latin1` makes bytes that are not UTF-8. */
  readonly encoding: 'utf8' | 'latin1'
}

/** Every operation gets its share: mostly bodies around its own schema, some broken JSON, odd headers, odd addresses. */
export function requestsFor(operations: readonly Operation[]): fc.Arbitrary<HostileRequest> {
  const hints = hintsFrom(operations)
  return fc
    .oneof(...operations.map((operation) => requestFor(operation, hints)))
    .filter(({ body }) => !poison.test(body))
}

/**
 * A key that is one backslash. Whoever has parsed it reads every later key of one escaped character at the same place
 * as a backslash too (https://github.com/nodejs/node/issues/63785), so that server and test would see different keys.
 */
const poison = /"\\\\"\s*:/

function requestFor(
  operation: Operation,
  hints: ReadonlyMap<string, readonly unknown[]>,
): fc.Arbitrary<HostileRequest> {
  const good = goodJson(operation.input, '', hints)
  const example = fc.constant(JSON.stringify(operation.example.input))
  const around = bodyAround(operation, hints)
  const sane = fc.oneof(example, good)
  const plain = { operation: operation.name, method: 'POST', path: `/v1/${operation.name}`, key: 'good' as const }
  const json = fc.constant<HostileRequest['headers']>([['Content-Type', 'application/json']])
  const make = (
    body: fc.Arbitrary<string>,
    more: { headers?: fc.Arbitrary<HostileRequest['headers']>; encoding?: 'utf8' | 'latin1' } = {},
  ) => {
    const { headers = json, encoding = 'utf8' as const } = more
    return fc.tuple(body, headers).map(([text, pairs]) => ({ ...plain, headers: pairs, body: text, encoding }))
  }
  return fc.oneof(
    { weight: 30, arbitrary: make(sane) },
    { weight: 100, arbitrary: make(around) },
    { weight: 6, arbitrary: make(fc.oneof(anyJson, brokenBody(sane))) },
    { weight: 2, arbitrary: make(fc.string({ unit: 'binary', maxLength: 40 }), { encoding: 'latin1' }) },
    { weight: 10, arbitrary: make(sane, { headers: oddHeaders }) },
    { weight: 3, arbitrary: make(sane).chain((request) => oddAddress(request)) },
    { weight: 2, arbitrary: fc.tuple(make(sane), otherKey).map(([request, key]) => ({ ...request, key })) },
  )
}

/** Each parameter right, wrong or absent, and some that nobody asked for. */
function bodyAround(operation: Operation, hints: ReadonlyMap<string, readonly unknown[]>): fc.Arbitrary<JsonText> {
  const properties = Object.entries(operation.input.properties).map(([name, schema]) =>
    fc.oneof(
      { weight: 10, arbitrary: goodJson(schema, name, hints).map((text) => `${JSON.stringify(name)}:${text}`) },
      { weight: 3, arbitrary: anyJson.map((text) => `${JSON.stringify(name)}:${text}`) },
      { weight: 2, arbitrary: fc.constant('') },
    ),
  )
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.oneof(fc.constantFrom(...oddKeys), fc.string({ maxLength: 12 })), anyJson)
        .map(([key, text]) => `${JSON.stringify(key)}:${text}`),
    },
  )
  return fc.tuple(...properties, extra).map((parts) => `{${parts.filter((part) => part !== '').join(',')}}`)
}

const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  '',
  'user_id',
  'Username',
  'amout',
  'platfrom',
  '\u0000',
  '\ud800',
  '$ref',
  'success',
]

function brokenBody(body: fc.Arbitrary<JsonText>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(body, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
    body.map((text) => `${text}${text}`),
    body.map((text) => `\ufeff${text}`),
    body.map((text) => text.replaceAll('"', "'")),
    fc.constantFrom(...brokenTokens).map((token) => `{"amount":${token}}`),
    fc.constantFrom('', ' ', '\n', 'null', '[]', '0', '"x"', '{', '{}}', `{"pad":"${'x'.repeat(262_200)}"}`),
  )
}

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json;charset=utf-16',
  'application/problem+json',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'json',
  ';',
  '\u00e9',
]
const names = [
  'X-Request-Id',
  'Idempotency-Key',
  'X-Forwarded-For',
  'Cookie',
  'Origin',
  'Accept',
  'Content-Encoding',
  'Range',
  'If-Match',
  'Te',
  'X-Http-Method-Override',
  'X-Odd',
]
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const values = fc.oneof(
  visible,
  fc.constantFrom(
    '',
    ' ',
    'a b',
    '\u00ff\u00fe',
    "' OR 1=1",
    '../../etc',
    '$(x)',
    'x'.repeat(300),
    '1'.repeat(4000),
    'gzip',
    '127.0.0.1, ::1',
    '\tx',
  ),
)
const json: readonly [string, string] = ['Content-Type', 'application/json']

const oddHeaders: fc.Arbitrary<HostileRequest['headers']> = fc.oneof(
  fc.constantFrom(...types).map((type) => [['Content-Type', type] as const]),
  fc.constant([]),
  fc
    .array(fc.tuple(fc.constantFrom(...names), values), { minLength: 1, maxLength: 4 })
    .map((pairs) => [json, ...pairs]),
  visible.map((key) => [json, ['Idempotency-Key', key || 'x'] as const]),
  fc
    .constantFrom<readonly [string, string]>(
      ['Expect', '100-continue'],
      ['Expect', 'the unexpected'],
      ['Connection', 'close'],
      ['Connection', 'Upgrade'],
      ['Upgrade', 'h2c'],
      ['Authorization', 'Basic eDp5'],
      ['Content-Type', 'text/plain'],
    )
    .map((pair) => [json, pair]),
)

const otherKey = fc.constantFrom<HostileRequest['key']>('narrow', 'narrow', 'narrow', 'none', 'none', 'none', 'wrong')

function oddAddress(request: HostileRequest): fc.Arbitrary<HostileRequest> {
  const { operation, path } = request
  return fc.oneof(
    fc
      .constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND')
      .map((method) => ({ ...request, method })),
    fc
      .constantFrom(
        `${path}?x=1`,
        `${path}/`,
        `${path}#x`,
        path.toUpperCase(),
        `/v1/../v1/${operation}`,
        `//v1/${operation}`,
        `/v1/${operation}%00`,
        `/v1/%2e%2e/${operation}`,
        `/v1/${operation.replaceAll('-', '%2d')}`,
        '/v1/',
        '/v1/__proto__',
        '/v1/constructor',
        '/v1/hasOwnProperty',
        `/v1/${'x'.repeat(3000)}`,
        '/v1/é',
        'http://example.org/v1/x',
        '/v1/get-viewer-secrets',
      )
      .map((odd) => ({ ...request, path: odd })),
  )
}

/** Values of the examples, and people of the sandbox: with them a call gets far enough to do something. */
function hintsFrom(operations: readonly Operation[]): ReadonlyMap<string, readonly unknown[]> {
  const hints = new Map<string, unknown[]>()
  const add = (name: string, ...found: unknown[]) => hints.set(name, [...(hints.get(name) ?? []), ...found])
  for (const { example } of operations)
    for (const [name, value] of Object.entries(example.input)) add(name, ...[value].flat())
  for (const name of ['username', 'from_username', 'to_username']) add(name, 'alice', 'bob', 'viewer7', 'nobody-at-all')
  for (const name of ['userid', 'from_userid', 'to_userid']) add(name, '10001', '10002', '20003', '999999999')
  add('id', 1, 2, 3)
  return hints
}
