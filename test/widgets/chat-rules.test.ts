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
