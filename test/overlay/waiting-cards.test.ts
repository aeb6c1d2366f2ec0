import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createWaitingCards } from '../../overlay/cards/waiting-cards.ts'
import type { Settings } from '../../overlay/settings.ts'
import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'

describe('cards that wait on the overlay', () => {
  function open() {
    const kept = new Set<string>()
    const failed: unknown[] = []
    const queue = createWaitingCards({
      report: (report) => failed.push(report),
      settings: () => ({ priorities: { donation: 2, tts: 1 } }) as Partial<Settings> as Settings,
      memory: { putWaiting: ({ id }) => void kept.add(id), dropWaiting: (id) => void kept.delete(id) },
    })
    const add = (kind: Cue['kind'], ...ids: readonly string[]) => {
      for (const id of ids) queue.add({ kind, id, payload: {} } as Partial<Cue> as Cue)
    }
    return { queue, add, kept, failed }
  }

  it('come in the order of their priority, and of one priority in the order in which they came', () => {
    const { queue, add } = open()
    add('tts', 'a', 'b')
    add('donation', 'c', 'd')
    assert.equal(queue.first()?.cue.id, 'c')
    assert.deepEqual(
      Array.from({ length: 5 }, () => queue.take()?.cue.id),
      ['c', 'd', 'a', 'b', undefined],
    )
  })

  it('stay in the memory of the page until they are dropped, and say why if there is a reason', () => {
    const { queue, add, kept, failed } = open()
    add('tts', 'a', 'b', 'c')
    queue.drop(({ id }) => id === 'a', undefined)
    queue.drop(({ id }) => id === 'b', 'skipped')
    assert.deepEqual([[...kept], failed], [['c'], [{ type: 'failed', id: 'b', reason: 'skipped' }]])
    assert.equal(queue.take()?.cue.id, 'c')
  })

  it('are at most a thousand', () => {
    const { queue, add } = open()
    add('tts', ...Array.from({ length: 999 }, (_, index) => `${index}`))
    assert.equal(queue.isFull(), false)
    add('tts', 'last')
    assert.equal(queue.isFull(), true)
  })
})
