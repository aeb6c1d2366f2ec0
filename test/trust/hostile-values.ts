import type { Schema } from '../../src/kernel/schema/schema.ts'
import * as fc from '../tools/fast-check.ts'

/** JSON as text, so that what no JavaScript value can hold (1e400, a key twice, half a pair) can be sent too. */
export type JsonText = string

/** Strings that have broken something somewhere. */
const naughtyStrings = [
  '',
  ' ',
  '\u3000',
  '\u0000',
  'a\u0000b',
  '\u001b[31m',
  '\u0085',
  '\ud800',
  'x\udfffy',
  '\ufeffalice',
  'al\u202eeci',
  '\u200balice',
  'ALICE',
  '@alice',
  '@@alice',
  '@',
  '🧨🧨🧨',
  '👩‍👩‍👧‍👦'.repeat(30),
  'Ä\u0308'.repeat(60),
  'ﷺ'.repeat(200),
  'İstanbul',
  'straße',
  "' OR 1=1 --",
  "'; DROP TABLE viewers; --",
  '%',
  '_',
  '$(user)',
  '$(random 1 $(random 1 $(random 1 99)))',
  '$('.repeat(200),
  '$(touser)$(args)$(points)$(rank)',
  '$(pick a|b)$(time)$(1)$(99)',
  '{{constructor.constructor("return process")()}}',
  '\u0024{process.exit(1)}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1',
  '5',
  '30',
  'true',
  'PlatformA',
  '1e400',
  '0x10',
  '٣',
  'first\r\nSet-Cookie: x=1',
  'tab\there',
  'line\nbreak',
  '/ban alice',
  '!hello',
  '1970-01-01',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '2026-1-1',
]

/** Tokens that are numbers, or nearly. */
const naughtyNumbers = [
  '0',
  '-0',
  '1',
  '-1',
  '0.5',
  '1.0',
  '1e0',
  '1E2',
  '1e-400',
  '1e400',
  '-1e400',
  '99999999',
  '100000000',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
  '1.7976931348623157e308',
  '5e-324',
]

/** What is not JSON at all. */
export const brokenTokens = [
  'NaN',
  'Infinity',
  'undefined',
  '01',
  '+1',
  '.5',
  '1.',
  "'x'",
  '"\u0001"',
  '"\\x"',
  '{]',
  '',
]

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

const anyString = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(
      fc.constantFrom('a', ' ', 'é', '💥', '\u0301'),
      fc.constantFrom(99, 100, 101, 140, 141, 500, 501, 5000, 70_000),
    )
    .map(([letter, times]) => letter.repeat(times)),
)

/** Anything at all. */
export const anyJson: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 4, arbitrary: anyString.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.constantFrom(...naughtyNumbers) },
  { weight: 1, arbitrary: fc.double().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"":""}') },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{}}}',
      '{"toString":"x","valueOf":1}',
      '{"toJSON":"x"}',
      '{"length":5,"0":"a"}',
      deep('[', ']', 30),
      deep('{"a":', '', 1).concat('1}'),
      `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`,
      deep('[', ']', 5000),
      `[${Array.from({ length: 101 }, () => '{"username":"alice"}').join(',')}]`,
      `[${Array.from({ length: 21 }, (_, index) => `"effect-${index}"`).join(',')}]`,
      `{${Array.from({ length: 501 }, (_, index) => `"k${index}":1`).join(',')}}`,
      `{"long":"${'x'.repeat(17_000)}"}`,
    ),
  },
)

/** A value that the schema allows; `hints` are values that lead somewhere, such as names that exist. */
export function goodJson(
  schema: Schema,
  name: string,
  hints: ReadonlyMap<string, readonly unknown[]>,
): fc.Arbitrary<JsonText> {
  return goodValue(schema, name, hints).map((value) => JSON.stringify(value))
}

function goodValue(
  schema: Schema,
  name: string,
  hints: ReadonlyMap<string, readonly unknown[]>,
): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const known = (hints.get(name) ?? []).filter(
    (value) => typeof value === (schema.type === 'string' ? 'string' : 'number'),
  )
  switch (schema.type) {
    case 'string': {
      if (schema.format === 'date')
        return fc.constantFrom('2026-01-15', '2024-02-29', '2000-01-01', '0001-01-01', '9999-12-31')
      const text = fc.string({ minLength: schema.minLength ?? 1, maxLength: Math.min(schema.maxLength ?? 40, 40) })
      return known.length === 0
        ? text
        : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: text })
    }
    case 'integer':
    case 'number': {
      const min = Math.ceil(Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1, -1000))
      const number = fc.integer({ min, max: Math.floor(Math.min(schema.maximum ?? 1_000_000, 0x7fffffff)) })
      return known.length === 0 ? number : fc.oneof(number, fc.constantFrom(...known))
    }
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(goodValue(schema.items ?? {}, name, hints), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'object':
      return schema.properties === undefined
        ? fc.dictionary(
            fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }),
            fc.jsonValue({ maxDepth: 1 }),
            {
              maxKeys: 4,
              noNullPrototype: true,
            },
          )
        : goodObject(schema, hints)
    default:
      return fc.constant('x')
  }
}

function goodObject(schema: Schema, hints: ReadonlyMap<string, readonly unknown[]>): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(entries.map(([name, property]) => [name, goodValue(property, name, hints)]))
  return fc.record(model, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true })
}
