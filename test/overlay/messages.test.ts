import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxMessagesPerFrame, parsePageFrame } from '../../src/registry/overlay-messages.ts'

describe('what a page may say', () => {
  const sayings = [
    { type: 'hello', token: 'ov_1_x', page: 'page_1' },
    { type: 'hello', token: 'ov_1_x', page: 'page_1', only: 'Schnee ❄', last: 0 },
    { type: 'received', id: 'tts_abc' },
    { type: 'shown', id: 'tts_abc' },
    { type: 'finished', id: 'tts_abc' },
    { type: 'failed', id: 'tts_abc', reason: 'no sound' },
    { type: 'warning', id: 'song_5', reason: 'no sound' },
    { type: 'pong' },
  ]

  it('is understood word for word, alone and in a list', () => {
    for (const saying of sayings) assert.deepEqual(parsePageFrame(JSON.stringify(saying)), [saying])
    assert.deepEqual(parsePageFrame(JSON.stringify(sayings)), sayings)
  })

  const nonsense: unknown[] = [
    null,
    5,
    'pong',
    [],
    {},
    [[]],
    { type: 'ping' },
    { type: 'constructor' },
    { type: 'pong', extra: 1 },
    { type: 'received' },
    { type: 'received', id: 5 },
    { type: 'received', id: '' },
    { type: 'received', id: 'a b' },
    { type: 'received', id: 'x'.repeat(101) },
    { type: 'received', id: 'tts_a', reason: 'x' },
    { type: 'failed', id: 'tts_a' },
    { type: 'warning', id: 'tts_a' },
    { type: 'warning', reason: 'x' },
    { type: 'failed', id: 'tts_a', reason: 'x'.repeat(500) },
    { type: 'failed', id: 'tts_a', reason: 'line\nbreak' },
    { type: 'hello', token: 'ov_1_x' },
    { type: 'hello', token: '', page: 'p' },
    { type: 'hello', token: ['ov_1_x'], page: 'p' },
    { type: 'hello', token: 'ov_1_x', page: 'p p' },
    { type: 'hello', token: 'ov_1_x', page: 'p', only: '' },
    { type: 'hello', token: 'ov_1_x', page: 'p', only: null },
    { type: 'hello', token: 'ov_1_x', page: 'p', last: -1 },
    { type: 'hello', token: 'ov_1_x', page: 'p', last: 1.5 },
    { type: 'hello', token: 'ov_1_x', page: 'p', last: '7' },
    { type: 'hello', token: 'ov_1_x', page: 'p', admin: true },
    [{ type: 'pong' }, { type: 'nonsense' }],
    Array.from({ length: maxMessagesPerFrame + 1 }, () => ({ type: 'pong' })),
  ]
  for (const part of nonsense) {
    it(`does not include ${JSON.stringify(part).slice(0, 80)}`, () => {
      assert.equal(parsePageFrame(JSON.stringify(part)), undefined)
    })
  }

  it('is JSON', () => {
    for (const text of ['', '{', 'pong', '{"type":"pong"}}', '\u0000']) assert.equal(parsePageFrame(text), undefined)
  })
})
