import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Cue } from '../../src/contract/overlay-messages.ts'
import { createPages, type Page, type Pages } from '../../src/gateway/pages.ts'
import { turns } from '../eventually.ts'

function cueAt(seq: number): Cue {
  return { id: `tts_${seq}`, seq, kind: 'tts', payload: {}, expiresAt: 0 }
}

/** A database that answers late, as one behind a network does. */
function createSlowHistory(pages: Pages) {
  const history: Cue[] = []
  return {
    commit(seq: number): void {
      history.push(cueAt(seq))
      pages.deliver(1, cueAt(seq))
    },
    read: async (after: number, cursor: number) => {
      const cues = history.filter((cue) => cue.seq > Math.max(after, cursor))
      await turns()
      return { cues, more: false }
    },
  }
}

describe('a page that catches up', () => {
  let pages: Pages
  let page: Page
  let got: number[]
  const isThere = async () => true

  beforeEach(() => {
    pages = createPages()
    got = []
    page = {
      channelId: 1,
      name: 'page',
      only: undefined,
      isAnswering: () => true,
      send: (text) => got.push((JSON.parse(text) as Cue).seq),
      leave: () => {},
    }
  })

  it('gets what is committed meanwhile, once and in order', async () => {
    const { commit, read } = createSlowHistory(pages)
    commit(1)
    commit(2)
    pages.add(page)
    const caughtUp = pages.catchUp(page, 1, (cursor) => read(1, cursor), isThere)
    commit(3)
    await turns(15)
    commit(4)
    await caughtUp
    commit(5)
    assert.deepEqual(got, [2, 3, 4, 5])
  })

  it('is sent nothing twice', async () => {
    const { commit, read } = createSlowHistory(pages)
    commit(1)
    commit(2)
    pages.add(page)
    await pages.catchUp(page, 0, (cursor) => read(0, cursor), isThere)
    pages.deliver(1, cueAt(2))
    assert.deepEqual(got, [1, 2])
  })

  it('is left alone once it has gone', async () => {
    const { commit, read } = createSlowHistory(pages)
    commit(1)
    pages.add(page)
    const caughtUp = pages.catchUp(
      page,
      0,
      (cursor) => read(0, cursor),
      async () => false,
    )
    pages.remove(page)
    await caughtUp
    commit(2)
    assert.deepEqual(got, [])
    assert.equal(pages.count(1), 0)
  })
})
