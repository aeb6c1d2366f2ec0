import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChatLine } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { chat } from '../../src/capabilities/widgets/sources/chat.ts'

const line = (id: number, user = 'alice'): ChatLine => ({
  id: `kick:${id}`,
  platform: 'kick',
  user: { id: `kick:${user}`, name: user, color: null, badges: [] },
  parts: [{ text: String(id) }],
  at: id,
})
const rules = () => chat.patches?.() ?? assert.fail('chat has patches')
const idsOf = (lines: readonly ChatLine[] | undefined) => lines?.map(({ at }) => at)

describe('a line of chat', () => {
  const emote = (name: string, begin: number, isOverlay = false) => ({
    id: name,
    name,
    image: `https://cdn.example/${name}`,
    source: '7tv' as const,
    begin,
    end: begin + name.length,
    ...(isOverlay && { is_overlay: true }),
  })
  const partsOf = (text: string, emotes: readonly ReturnType<typeof emote>[]) => {
    const who = { user_id: '1', username: 'alice', displayname: 'Alice', roles: [], color: null, badges: [] }
    const data = { message_id: 'm1', ...who, text, emotes: [...emotes], is_own: false }
    const outcome = chat.onLive?.({ kind: 'chat.message', platform: 'twitch', at: 1, data } as never, {})
    const patch = typeof outcome === 'object' ? outcome.patch : assert.fail('the line is left out')
    return patch.add?.[0]?.parts.map(({ text: words, over = false }) => [words, over])
  }

  it('draws a zero-width emote over the emote before it, without the space between them', () => {
    assert.deepEqual(
      partsOf('hi cat rain snow bye', [emote('cat', 3), emote('rain', 7, true), emote('snow', 12, true)]),
      [
        ['hi ', false],
        ['cat', false],
        ['rain', true],
        ['snow', true],
        [' bye', false],
      ],
    )
  })

  it('shows a zero-width emote by itself where there is no emote before it', () => {
    assert.deepEqual(partsOf('rain cat! rain', [emote('rain', 0, true), emote('cat', 5), emote('rain', 10, true)]), [
      ['rain', false],
      [' ', false],
      ['cat', false],
      ['! ', false],
      ['rain', false],
    ])
  })
})

describe('lines of chat that wait to be sent', () => {
  it('are at most 50, of which 20 are sent at a time: the oldest are left out', () => {
    const { add, take } = rules()
    let waiting = add(undefined, {})
    for (let id = 0; id < 1_000; id++) waiting = add(waiting, { add: [line(id)] })
    const first = take(waiting)
    assert.deepEqual(idsOf(first.now.add)?.slice(0, 1), [950])
    assert.equal(first.now.add?.length, 20)
    const second = take(first.later ?? {})
    const third = take(second.later ?? {})
    assert.deepEqual([third.now.add?.length, third.now.add?.at(-1)?.at, third.later], [10, 999, undefined])
  })

  it('are never sent once they are deleted, in whichever order both arrive', () => {
    const { add, take, apply } = rules()
    let waiting = add(undefined, { add: [line(1), line(2, 'bob'), line(3)] })
    waiting = add(waiting, { delete: ['kick:3', 'kick:9'] })
    waiting = add(waiting, { clear_users: ['kick:bob'] })
    waiting = add(waiting, { add: [line(4, 'bob')] })
    const { data, patch } = apply({ lines: [line(0, 'bob')] }, take(waiting).now)
    assert.deepEqual(idsOf(data.lines), [1, 4], 'what is written after a timeout counts again')
    assert.deepEqual([patch?.delete, patch?.clear_users], [['kick:0', 'kick:3', 'kick:9'], ['kick:bob']])
    const late = apply(data, take(add(undefined, { add: [line(9)] })).now)
    assert.deepEqual([idsOf(late.data.lines), late.patch], [[1, 4], undefined], 'the deletion was there first')
  })
})
