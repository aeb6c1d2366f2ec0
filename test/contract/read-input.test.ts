import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneUser, userReference } from '../../src/definitions/fields.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { identifier, literalSet, relayedObject, union } from '../../src/kernel/schema/open-schema.ts'
import { createInputReader, isCalendarDate } from '../../src/kernel/schema/read-input.ts'
import {
  anyObject,
  boolean,
  date,
  integer,
  list,
  number,
  type ObjectSchema,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../src/kernel/schema/schema.ts'
import * as fc from '../tools/fast-check.ts'

type Body = Readonly<Record<string, unknown>>

function readWith(schema: ObjectSchema): (body: unknown) => Body {
  return createInputReader<Body>(schema)
}

/** The failure a body is refused with; a body that is taken fails the test. */
function refusal(read: (body: unknown) => unknown, body: unknown): Failure {
  try {
    read(body)
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.status, 400)
    return error
  }
  assert.fail(`taken: ${JSON.stringify(body)?.slice(0, 200)}`)
}

function nested(levels: number, inside: unknown = 1): unknown {
  let value = inside
  for (let i = 0; i < levels; i++) value = { a: value }
  return value
}

describe('types', () => {
  const read = readWith(
    object({
      word: optional(text({ max: 10 })),
      count: optional(integer({ min: 0, max: 10 })),
      share: optional(number({ min: 0, max: 1 })),
      on: optional(boolean()),
      names: optional(list(text(), { max: 2 })),
      data: optional(anyObject()),
      who: optional(object({ name: optional(text()) })),
      day: optional(date()),
      mode: optional(oneOf(['add', 'set'])),
    }),
  )
  const right: Body = {
    word: 'a',
    count: 1,
    share: 0.5,
    on: true,
    names: ['a'],
    data: { a: 1 },
    who: { name: 'a' },
    day: '2026-01-15',
    mode: 'add',
  }
  const samples: Readonly<Record<string, readonly unknown[]>> = {
    word: [1, true, [], {}, ['a']],
    count: ['1', true, [], {}, [1], 1.5],
    share: ['0.5', true, [], {}],
    on: ['true', 1, 0, [], {}],
    names: ['a', 1, {}, true, [1], [null], [['a']]],
    data: ['{}', 1, [], true],
    who: ['a', 1, [], true, { name: 1 }],
    day: [20260115, [], {}, true],
    mode: [1, [], {}, true, ['add'], 'ADD', 'add '],
  }

  it('takes every parameter in its own JSON type', () => assert.deepEqual(read(right), right))

  for (const [name, values] of Object.entries(samples)) {
    it(`takes no other JSON type for ${name}`, () => {
      for (const value of values) {
        const failure = refusal(read, { ...right, [name]: value })
        assert.equal(failure.code, 'invalid_parameter')
        assert.ok(failure.message.startsWith(name), failure.message)
      }
    })
  }

  it('takes nothing but an object as the body', () => {
    for (const body of [null, [], [{}], 'a', 1, true]) assert.equal(refusal(read, body).code, 'invalid_body')
  })

  it('counts null and an empty text as absent, whatever the type of an optional parameter', () => {
    for (const nothing of [null, '', '  ']) {
      for (const name of Object.keys(right)) {
        const { [name]: _, ...rest } = right
        assert.deepEqual(read({ ...right, [name]: nothing }), rest, `${name}: ${nothing}`)
      }
    }
  })
})

describe('required and optional parameters', () => {
  const read = readWith(
    object({
      message: text({ min: 1, max: 5 }),
      username: withDefault(text({ max: 5 }), 'API'),
      title: optional(text({ max: 5 })),
    }),
  )

  it('names the one that is missing', () => assert.equal(refusal(read, {}).message, 'message is required.'))

  it('refuses a required text that is empty or white space alone', () => {
    for (const message of ['', ' ', '\t\n', '\u00a0\u2003']) {
      assert.equal(refusal(read, { message }).message, 'message must not be empty.')
    }
  })

  it('refuses null for a required one', () => {
    assert.equal(refusal(read, { message: null }).message, 'message must not be empty.')
  })

  it('counts an optional text of white space alone as absent', () => {
    assert.deepEqual(read({ message: 'a', title: '   ' }), { message: 'a', username: 'API' })
    assert.deepEqual(read({ message: 'a', title: '', username: '\t' }), { message: 'a', username: 'API' })
  })

  it('fills in the default of what was left out', () => {
    assert.deepEqual(read({ message: 'a' }), { message: 'a', username: 'API' })
  })
})

describe('length', () => {
  const read = readWith(object({ text: text({ min: 2, max: 5 }) }))

  it('is counted in code points, on both bounds', () => {
    for (const value of ['ab', 'abcde', '😀😀', '😀😀😀😀😀', '👩‍👩'])
      assert.deepEqual(read({ text: value }), { text: value })
    for (const value of ['a', 'abcdef', '😀', '😀😀😀😀😀😀']) {
      assert.match(refusal(read, { text: value }).message, /^text must have 2 to 5 characters, not \d+\.$/)
    }
  })

  it('is the same for any text as the number of its code points', () => {
    const max = 20
    const reader = readWith(object({ text: text({ min: 1, max }) }))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }), (value) => {
        fc.pre(value.trim() !== '' && [...value].every((letter) => (letter.codePointAt(0) ?? 0) >= 0xa0))
        if ([...value].length <= max) assert.deepEqual(reader({ text: value }), { text: value })
        else refusal(reader, { text: value })
      }),
    )
  })
})

describe('cleaning', () => {
  const read = readWith(
    object({
      username: optional(text({ max: 10, cleaning: 'name' })),
      message: optional(text({ max: 12, cleaning: 'line' })),
      note: optional(text({ max: 12 })),
    }),
  )

  it('drops the @ and the space around a name', () => {
    for (const username of ['alice', '@alice', ' alice ', ' @alice', '@ alice\t']) {
      assert.deepEqual(read({ username }), { username: 'alice' })
    }
  })

  it('counts a name that is nothing but an @ as absent', () => assert.deepEqual(read({ username: ' @ ' }), {}))

  it('measures a name after cleaning it', () => {
    assert.deepEqual(read({ username: ' @abcdefghij ' }), { username: 'abcdefghij' })
    refusal(read, { username: 'abcdefghijk' })
  })

  it('turns tabs and line breaks of a line into one space each', () => {
    assert.deepEqual(read({ message: 'a\nb\tc\r\nd\re' }), { message: 'a b c d e' })
  })

  it('keeps a text as sent where line breaks are its own', () => {
    assert.deepEqual(read({ note: ' a\r\n\tb ' }), { note: ' a\r\n\tb ' })
  })
})

describe('strings nobody could show', () => {
  const read = readWith(object({ text: optional(text()), data: optional(anyObject()) }))
  const bad = ['\u0000', 'a\u0007b', '\u001b[31m', '\u007f', '\u0085', '\ud800', 'a\udfffb', '\udc00\ud800']

  it('are refused in a parameter', () => {
    for (const value of bad) assert.match(refusal(read, { text: value }).message, /^text must/)
  })

  it('are refused in a parameter the operation does not know', () => {
    for (const value of bad) assert.match(refusal(read, { other: value }).message, /^other must/)
  })

  it('are refused deep inside data, as a value and as a key', () => {
    for (const value of bad) {
      assert.match(refusal(read, { data: { list: [{ a: value }] } }).message, /^data\.list\[0\]\.a must/)
      assert.equal(refusal(read, { data: { list: [{ [`x${value}`]: 1 }] } }).code, 'invalid_parameter')
    }
  })

  it('never come back in the words of the refusal', () => {
    for (const value of bad) {
      for (const body of [
        { text: value },
        { [value]: 1 },
        { 'user\nid': value },
        { data: { [value]: { [value]: value } } },
      ]) {
        const { message, details = [] } = refusal(read, body)
        for (const words of [message, ...details.flatMap((detail) => [detail.path, String(detail.message)])]) {
          assert.ok(words.isWellFormed(), JSON.stringify(words))
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
          assert.doesNotMatch(words, /[\u0000-\u001f\u007f-\u009f]/)
        }
      }
    }
  })

  it('leave tabs, line breaks, emoji and every script alone', () => {
    const value = 'a\tb\r\nc 😀 日本語 العربية'
    assert.deepEqual(read({ text: value }), { text: value })
  })
})

describe('keys that reach into prototypes', () => {
  const read = readWith(object({ data: optional(anyObject()), users: optional(list(object({ a: optional(text()) }))) }))

  for (const key of ['__proto__', 'constructor']) {
    it(`refuses ${key} wherever it stands`, () => {
      const bodies = [
        `{"${key}":{"admin":true}}`,
        `{"${key}":1}`,
        `{"other":{"a":{"${key}":{}}}}`,
        `{"data":{"a":[{"${key}":1}]}}`,
        `{"users":[{"${key}":{"a":"x"}}]}`,
        `{"\\u005f\\u005fproto__":1,"constructor":2}`,
      ]
      for (const body of bodies) assert.match(refusal(read, JSON.parse(body)).message, /must not have a key/)
      assert.equal(({} as Body).admin, undefined)
    })
  }

  it('takes them as values', () => {
    assert.deepEqual(read({ data: { a: '__proto__', b: 'constructor' } }), {
      data: { a: '__proto__', b: 'constructor' },
    })
  })
})

describe('depth', () => {
  const read = readWith(object({}))

  it('is bounded in parameters the operation does not know, however deep the body goes', () => {
    assert.deepEqual(read({ other: nested(23) }), {})
    for (const levels of [25, 100, 5000]) assert.match(refusal(read, { other: nested(levels) }).message, /levels deep/)
    let list: unknown = []
    for (let i = 0; i < 5000; i++) list = [list]
    assert.match(refusal(read, { other: list }).message, /levels deep/)
  })

  it('is reported in a short sentence', () => assert.ok(refusal(read, { other: nested(5000) }).message.length < 200))
})

describe('dates', () => {
  const read = readWith(object({ day: optional(date()) }))

  it('are real days of the calendar', () => {
    for (const day of ['2026-01-15', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2400-02-29']) {
      assert.deepEqual(read({ day }), { day })
    }
  })

  it('are no others, and in no other form', () => {
    const wrong = [
      '2026-02-30',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-04-31',
      '0000-01-01',
      '2026-1-5',
      '26-01-15',
      '2026/01/15',
      '2026-01-15T00:00:00Z',
      ' 2026-01-15',
      '2026-01-15\n',
      '+002026-01-15',
      '-2026-01-15',
      '١٩٩٩-٠١-٠١',
      'yesterday',
    ]
    for (const day of wrong) {
      assert.equal(refusal(read, { day }).message, 'day must be a calendar date in the form YYYY-MM-DD.')
    }
  })

  it('are, for every number of a month and a day, exactly those that exist', () => {
    for (const year of [1900, 2000, 2023, 2024]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const exists = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
          assert.equal(isCalendarDate(written), exists, written)
        }
      }
    }
  })
})

describe('numbers', () => {
  const read = readWith(
    object({
      amount: optional(integer({ min: 1, max: 99_999_999 })),
      offset: optional(integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
      any: optional(integer()),
      share: optional(number({ min: 0, max: 100 })),
      price: optional(number({ above: 0 })),
    }),
  )
  const refused = (body: string) => refusal(read, JSON.parse(body)).message

  it('fit on their bounds and not beyond', () => {
    assert.deepEqual(read({ amount: 1, share: 0, price: Number.MIN_VALUE }), {
      amount: 1,
      share: 0,
      price: Number.MIN_VALUE,
    })
    assert.deepEqual(read({ amount: 99_999_999, share: 100 }), { amount: 99_999_999, share: 100 })
    assert.match(refused('{"amount":0}'), /^amount must be a whole number from 1 to 99999999\.$/)
    assert.match(refused('{"amount":100000000}'), /^amount must be/)
    assert.match(refused('{"amount":-1}'), /^amount must be/)
    assert.match(refused('{"share":100.001}'), /^share must be a number from 0 to 100\.$/)
    assert.match(refused('{"price":0}'), /^price must be a number above 0\.$/)
    assert.match(refused('{"price":-0}'), /^price must be/)
  })

  it('are whole where the schema says so, however they are written', () => {
    assert.deepEqual(read(JSON.parse('{"amount":5.0}')), { amount: 5 })
    assert.deepEqual(read(JSON.parse('{"amount":1e2}')), { amount: 100 })
    for (const amount of ['1.5', '0.9999', '1e-1', '99999998.5']) assert.match(refused(`{"amount":${amount}}`), /whole/)
  })

  it('are finite', () => {
    for (const name of ['amount', 'offset', 'any', 'share', 'price']) {
      assert.match(refused(`{"${name}":1e400}`), new RegExp(`^${name} must be`))
      assert.match(refused(`{"${name}":-1e400}`), new RegExp(`^${name} must be`))
    }
  })

  it('are never silently rounded', () => {
    assert.deepEqual(read(JSON.parse('{"offset":9007199254740991}')), { offset: Number.MAX_SAFE_INTEGER })
    for (const value of ['9007199254740992', '9007199254740993', '-9007199254740993', '1e21']) {
      assert.match(refused(`{"offset":${value}}`), /^offset must be a whole number of at least 0\.$/)
      assert.match(refused(`{"any":${value}}`), /^any must be a whole number\.$/)
    }
  })

  it('have no negative zero behind the reader', () => {
    const { offset, share } = read(JSON.parse('{"offset":-0,"share":-0.0}'))
    assert.ok(Object.is(offset, 0) && Object.is(share, 0))
  })
})

describe('a value of one of several types', () => {
  const choices = [number({ min: -5, max: 5 }), text({ max: 4, cleaning: 'line' }), list(text({ max: 3 }), { max: 2 })]
  const read = readWith(object({ value: union(choices) }))

  it('keeps its JSON type, and an empty list is a value', () => {
    for (const value of [5, -5, 1.5, 0, 'text', '7', ['a', 'b'], []]) assert.deepEqual(read({ value }), { value })
  })

  it('is refused with a sentence where it has another type', () => {
    for (const value of [true, false, {}, { a: 1 }]) {
      assert.equal(refusal(read, { value }).message, 'value must be a number, a string or a list.')
    }
  })

  it('has the bounds of its own type', () => {
    for (const value of [6, -6, 'texts', ['a', 'b', 'c'], ['text'], [7], [null]]) refusal(read, { value })
    assert.equal(refusal(read, { value: 6 }).message, 'value must be a number from -5 to 5.')
    assert.equal(refusal(read, { value: 'texts' }).message, 'value must have 1 to 4 characters, not 5.')
  })

  it('counts as left out when it is null or white space', () => {
    for (const value of [null, ' ']) assert.match(refusal(read, { value }).message, /^value must not be empty/)
  })
})

describe('an identifier', () => {
  const read = readWith(object({ name: identifier({ max: 10 }) }))

  it('has letters and digits of every script, underscores, hyphens and dots', () => {
    for (const name of ['deaths', 'Größe_2', 'a.b-c', '値']) assert.deepEqual(read({ name }), { name })
    for (const name of ['two words', '$(x)', 'a/b', '😀']) {
      assert.equal(
        refusal(read, { name }).message,
        'name may only have letters, digits, dots, hyphens and underscores.',
      )
    }
  })
})

describe('words from a list', () => {
  const read = readWith(
    object({
      platform: withDefault(oneOf(['PlatformA', 'PlatformB']), 'PlatformA'),
      include: optional(literalSet(['boolean', 'integer', 'string'], [true, 1, 'true', '1', false, 0, 'false', '0'])),
    }),
  )

  it('are taken letter by letter', () => {
    assert.deepEqual(read({ platform: 'PlatformB' }), { platform: 'PlatformB' })
    for (const platform of ['platforma', 'PLATFORMA', ' PlatformA', 'PlatformC', 'Kick', 'toString']) {
      assert.equal(refusal(read, { platform }).message, 'platform must be one of PlatformA, PlatformB.')
    }
  })

  it('keep their JSON type where several are allowed', () => {
    for (const include of [true, 1, 'true', '1', false, 0, 'false', '0']) {
      assert.deepEqual(read({ include }), { platform: 'PlatformA', include })
    }
    for (const include of [2, 'yes', 'TRUE', [], 1.5]) refusal(read, { include })
  })
})

describe('parameters of which one is needed', () => {
  const user = userReference
  const read = readWith(
    object(
      { id: optional(integer()), name: optional(text()), users: optional(list(object(user, oneUser))) },
      { needsOne: [['id', 'name']] },
    ),
  )

  it('are named when none of them is there', () => {
    for (const body of [{}, { id: null }, { name: ' ' }]) {
      const failure = refusal(read, body)
      assert.deepEqual([failure.code, failure.message], ['invalid_parameter', 'id or name is required.'])
    }
    const three = readWith(
      object({ a: optional(text()), b: optional(text()), c: optional(text()) }, { needsOne: [['a', 'b', 'c']] }),
    )
    assert.equal(refusal(three, {}).message, 'a, b or c is required.')
  })

  it('are enough one by one, and together', () => {
    for (const body of [{ id: 1 }, { name: 'a' }, { id: 1, name: 'a' }]) assert.deepEqual(read(body), body)
  })

  it('are not missed when one of them is wrong', () => {
    assert.equal(refusal(read, { id: 'x' }).message, 'id must be a whole number.')
  })

  it('have the code of a missing viewer when they name one, also inside a list', () => {
    const failure = refusal(readWith(object(user, oneUser)), { username: '@' })
    assert.deepEqual([failure.code, failure.message], ['user_required', 'userid or username is required.'])
    const inside = refusal(read, { id: 1, users: [{ userid: '1' }, { userid: null }] })
    assert.deepEqual([inside.code, inside.message], ['user_required', 'users[1] needs userid or username.'])
  })

  it('stand in JSON Schema as anyOf, several groups as allOf', () => {
    assert.deepEqual(object(user, oneUser).anyOf, [{ required: ['userid'] }, { required: ['username'] }])
    const two = object(
      { ...user, ...{ a: optional(text()), b: optional(text()) } },
      {
        needsOne: [
          ['a', 'b'],
          ['userid', 'username'],
        ],
      },
    )
    assert.equal(two.anyOf, undefined)
    assert.deepEqual(two.allOf?.[0], { anyOf: [{ required: ['a'] }, { required: ['b'] }] })
  })
})

describe('a body for another reader', () => {
  const read = readWith(object({ body: relayedObject() }))

  it('passes as it is, whatever its size, depth and strings', () => {
    const body = {
      deep: nested(40),
      long: 'x'.repeat(200_000),
      odd: '\ud800',
      many: Array.from({ length: 2_000 }, () => ({ a: 1 })),
    }
    assert.equal(read({ body }).body, body)
    assert.equal(refusal(read, { body: [] }).message, 'body must be an object.')
  })
})

describe('lists', () => {
  const read = readWith(
    object({
      ids: optional(list(text({ max: 3, cleaning: 'name' }), { max: 20 })),
      users: optional(
        list(object({ userid: optional(text()), amount: optional(integer({ min: 0 })) }), { min: 1, max: 3 }),
      ),
    }),
  )

  it('hold from their least to their most entries', () => {
    const ids = Array.from({ length: 20 }, () => 'a')
    assert.deepEqual(read({ ids }), { ids })
    assert.deepEqual(read({ ids: [] }), { ids: [] })
    assert.match(refusal(read, { ids: [...ids, 'a'] }).message, /^ids must have 0 to 20 entries, not 21\.$/)
    assert.match(refusal(read, { users: [] }).message, /^users must have 1 to 3 entries, not 0\.$/)
  })

  it('name the entry that is wrong', () => {
    assert.match(refusal(read, { ids: ['a', 'long'] }).message, /^ids\[1\] must have 1 to 3 characters, not 4\.$/)
    assert.match(refusal(read, { ids: ['a', ' '] }).message, /^ids\[1\] must not be empty\.$/)
    assert.match(refusal(read, { users: [{}, { amount: -1 }] }).message, /^users\[1\]\.amount must be/)
    assert.match(refusal(read, { users: [{}, 'bob'] }).message, /^users\[1\] must be an object\.$/)
  })

  it('read every entry like a parameter of its own', () => {
    assert.deepEqual(
      read({
        users: [
          { userid: '', amount: 3 },
          { userid: 'x', other: 1 },
        ],
      }),
      {
        users: [{ amount: 3 }, { userid: 'x' }],
      },
    )
  })
})

describe('free objects', () => {
  const read = readWith(object({ data: optional(anyObject()) }))

  it('come through as they are', () => {
    const data = { text: ' a ', n: -1.5, flag: false, none: null, list: [1, ['2', { deep: {} }]], 'odd key': '@x' }
    assert.deepEqual(read({ data }), { data })
  })

  it('are at most 16 KiB as JSON, in bytes', () => {
    const room = 16 * 1024 - '{"a":""}'.length
    assert.ok(read({ data: { a: 'x'.repeat(room) } }))
    assert.match(refusal(read, { data: { a: 'x'.repeat(room + 1) } }).message, /^data must be at most 16 KiB\.$/)
    assert.ok(read({ data: { a: 'é'.repeat(room / 2) } }))
    assert.match(refusal(read, { data: { a: 'é'.repeat(room / 2 + 1) } }).message, /16 KiB/)
  })

  it('are at most 20 levels deep', () => {
    assert.ok(read({ data: nested(20) }))
    assert.match(refusal(read, { data: nested(21) }).message, /^data must be at most 20 levels deep\.$/)
    let list: unknown = 1
    for (let i = 0; i < 20; i++) list = [list]
    assert.match(refusal(read, { data: { list } }).message, /20 levels/)
  })

  it('have at most 500 keys in all', () => {
    const half = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]))
    assert.ok(read({ data: { ...half('a', 249), inner: half('b', 250) } }))
    assert.match(refusal(read, { data: { ...half('a', 250), inner: [half('b', 250)] } }).message, /500 keys/)
  })
})

describe('misspellings', () => {
  const read = readWith(
    object({
      userid: optional(text()),
      username: optional(text()),
      send_chat_message: withDefault(boolean(), true),
      limit: optional(integer()),
      day: optional(date()),
      users: optional(list(object({ userid: optional(text()) }))),
    }),
  )

  it('are refused with the documented name', () => {
    const meant: Readonly<Record<string, string>> = {
      user_id: 'userid',
      userId: 'userid',
      'user-id': 'userid',
      USERID: 'userid',
      usrname: 'username',
      user_name: 'username',
      send_chat_mesage: 'send_chat_message',
      sendChatMessage: 'send_chat_message',
      limits: 'limit',
    }
    for (const [wrong, right] of Object.entries(meant)) {
      assert.equal(refusal(read, { [wrong]: 'x' }).message, `Unknown parameter ${wrong}. Did you mean ${right}?`)
    }
  })

  it('are looked for among the first fifty unknown names only, so that thousands cost no more than fifty', () => {
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`odd${at}`, 1]))
    assert.match(refusal(read, { ...unknown(49), user_id: 'x' }).message, /Did you mean userid/)
    assert.deepEqual(read({ ...unknown(50), user_id: 'x' }), { send_chat_message: true })
    assert.deepEqual(read({ ...unknown(17_000), user_id: 'x' }), { send_chat_message: true })
  })

  it('are ignored when the meant one was sent too', () => {
    assert.deepEqual(read({ userid: 'a', user_id: 'b' }), { userid: 'a', send_chat_message: true })
    assert.deepEqual(read({ send_chat_message: false, send_chat_mesage: true }), { send_chat_message: false })
  })

  it('are refused when the meant one was sent empty, and ignored when they say nothing themselves', () => {
    for (const nothing of [null, '', ' ']) {
      const { message } = refusal(read, { userid: nothing, user_id: 'b' })
      assert.equal(message, 'Unknown parameter user_id. Did you mean userid?')
      assert.deepEqual(read({ user_id: nothing }), { send_chat_message: true })
    }
  })

  it('of a user are ignored when the user is named otherwise, so that an answer can be sent as a request', () => {
    assert.deepEqual(read({ user_id: '1', username: 'alice', displayname: 'Alice', points: 5 }), {
      username: 'alice',
      send_chat_message: true,
    })
    assert.deepEqual(read({ userid: '1', user_name: 'alice' }), { userid: '1', send_chat_message: true })
    const transfer = readWith(
      object({
        from_userid: optional(text()),
        from_username: optional(text()),
        to_userid: optional(text()),
        to_username: optional(text()),
      }),
    )
    const answer = { from_user_id: '1', from_username: 'alice', to_user_id: '2', to_username: 'bob' }
    assert.deepEqual(transfer(answer), { from_username: 'alice', to_username: 'bob' })
    const { message } = refusal(transfer, { from_username: 'alice', to_user_id: '2' })
    assert.equal(message, 'Unknown parameter to_user_id. Did you mean to_userid?')
  })

  it('are not suspected in parameters of another meaning', () => {
    const others = ['extra', 'foo', 'days', 'data', 'id', 'name', 'note', 'debug', 'x'.repeat(61), '']
    for (const other of others) assert.deepEqual(read({ [other]: 1 }), { send_chat_message: true }, other)
  })

  it('are only looked for at the top', () => {
    assert.deepEqual(read({ users: [{ user_id: 'a' }] }), { users: [{}], send_chat_message: true })
  })
})

describe('the list of faults', () => {
  const read = readWith(
    object({ a: integer({ min: 1 }), b: text({ max: 2 }), c: optional(boolean()), d: optional(list(integer())) }),
  )

  it('is left out when there is one', () => assert.equal(refusal(read, { a: 1 }).details, undefined))

  it('has every fault with its place, the first also as the sentence', () => {
    const failure = refusal(read, { a: 0, c: 'yes', d: [1, '2'] })
    assert.deepEqual(JSON.parse(JSON.stringify(failure.details)), [
      { path: 'a', message: 'a must be a whole number of at least 1.' },
      { path: 'b', message: 'b is required.' },
      { path: 'c', message: 'c must be true or false.' },
      { path: 'd[1]', message: 'd[1] must be a whole number.' },
    ])
    assert.equal(failure.message, 'a must be a whole number of at least 1.')
  })

  it('stays short however much is wrong', () => {
    assert.equal(refusal(read, { a: 1, b: 'x', d: Array.from({ length: 1000 }, () => 'x') }).details?.length, 20)
    const strange = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, '\u0000']))
    assert.equal(refusal(read, strange).details?.length, 20)
  })

  it('never repeats a long name in full', () => {
    const failure = refusal(read, { ['k'.repeat(5000)]: '\u0000' })
    assert.ok(failure.message.length < 200, failure.message)
  })
})

describe('any body at all', () => {
  const schema = object({
    userid: optional(text({ max: 100, cleaning: 'name' })),
    amount: integer({ min: 1, max: 99 }),
    data: optional(anyObject()),
    users: optional(list(object({ amount: optional(integer()) }), { max: 3 })),
  })

  it('is either read into what the schema says or refused with a Failure', () => {
    const read = readWith(schema)
    const value = fc.jsonValue({ maxDepth: 4 })
    const bodies = fc.oneof(
      value,
      fc.record(
        { userid: value, amount: fc.oneof(fc.integer(), value), data: value, users: value, other: value },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(bodies, (body) => {
        let result: Body
        try {
          result = read(body)
        } catch (error) {
          assert.ok(error instanceof Failure && error.status === 400, String(error))
          return
        }
        assert.ok(Number.isInteger(result.amount) && Number(result.amount) >= 1 && Number(result.amount) <= 99)
        assert.deepEqual(
          Object.keys(result).filter((key) => !(key in schema.properties)),
          [],
        )
      }),
      { numRuns: 500 },
    )
  })
})
