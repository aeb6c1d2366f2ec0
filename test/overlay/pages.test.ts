import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'
import type { Page } from '../../src/capabilities/overlay/gateway/page.ts'
import { createPages, type Pages } from '../../src/capabilities/overlay/gateway/pages.ts'
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

describe('a cue that is sent before its commit', () => {
  interface Sent {
    readonly type: string
    readonly id: string
    readonly seq?: number
  }
  let pages: Pages
  let sent: Sent[]

  async function addPage(name: string, only?: string): Promise<Page> {
    const page: Page = {
      ...{ channelId: 1, name, only, isAnswering: () => true, leave: () => {} },
      send: (text) => sent.push(JSON.parse(text) as Sent),
    }
    pages.add(page)
    return page
  }
  const caughtUp = (page: Page, after: number) =>
    pages.catchUp(
      page,
      after,
      async () => ({ cues: [], more: false }),
      async () => true,
    )

  beforeEach(() => {
    pages = createPages()
    sent = []
  })

  it('is sent once, with the number of the last committed one, which is all that the page may claim to have', async () => {
    await caughtUp(await addPage('page'), 4)
    pages.deliver(1, cueAt(5))
    pages.deliverEarly(1, cueAt(6))
    pages.deliver(1, cueAt(6))
    pages.deliver(1, cueAt(7))
    assert.deepEqual(
      sent.map(({ id, seq }) => [id, seq]),
      [
        ['tts_5', 5],
        ['tts_6', 5],
        ['tts_7', 7],
      ],
    )
  })

  it('waits for the commit where the page still catches up, and is not sent to a page that shows something else', async () => {
    await caughtUp(await addPage('other', 'song'), 4)
    const late = await addPage('late')
    pages.deliverEarly(1, cueAt(5))
    assert.deepEqual(sent, [])
    pages.deliver(1, cueAt(5))
    const history = async (cursor: number) => ({ cues: cursor < 5 ? [cueAt(5)] : [], more: false })
    await pages.catchUp(late, 4, history, async () => true)
    assert.deepEqual(
      sent.map(({ id, seq }) => [id, seq]),
      [['tts_5', 5]],
    )
  })

  it('is cancelled when the commit fails, and its number can be another cue', async () => {
    await caughtUp(await addPage('page'), 4)
    pages.deliverEarly(1, { ...cueAt(5), id: 'lost' })
    pages.cancel(1, 'lost')
    pages.deliver(1, cueAt(5))
    assert.deepEqual(
      sent.map(({ type, id }) => [type, id]),
      [
        ['cue', 'lost'],
        ['cancel', 'lost'],
        ['cue', 'tts_5'],
      ],
    )
  })
})
