import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { cueKinds } from '../../src/capabilities/overlay/contract/cues.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { createTestClock } from '../test-clock.ts'
import { openPage, type PageClient, tokenOf } from './page-client.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server for each test, and pages come and go')

const asIfCrashed = sql<{ channel: number; id: string; now: number }>(
  `UPDATE firings SET state = 'shown', error = NULL, changed_at = :now WHERE channel_id = :channel AND id = :id`,
)

interface DeliveryLine {
  readonly seq: number
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly error: string | null
  readonly title: string
  readonly detail: string
}

describe("the overlay's queue in the panel", () => {
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    // It says that it got everything, and the test says the rest.
    page = await openPage(app, { acks: 'received' })
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })
  beforeEach(async () => {
    await owner.call('resume-overlay')
    await owner.call('clear-overlay')
    for (const { id } of (await look()).playing) await report('finished', id)
  })

  const look = async () =>
    (await owner.call('get-overlay-queue')).body as {
      connected: boolean
      paused: boolean
      playing: DeliveryLine[]
      waiting: DeliveryLine[]
    }
  const say = async (text: string): Promise<string> => (await app.call('tts', { text, username: 'alice' })).body.ttsId
  const stateOf = async (id: string) => (await app.ctx.overlays.find(app.channel, id))?.state
  async function report(type: 'shown' | 'finished', id: string): Promise<void> {
    page.say({ type, id })
    await eventually(`${id} ${type}`, async () => (await stateOf(id)) === type)
  }
  const controls = () => page.messages.flatMap((one) => (one.type === 'control' ? [[one.action, one.id]] : []))
  const events = async (after: number) =>
    (await loose(app.ctx.events.after(app.ctx.db, app.channel.id, after, 50))).map(({ kind, data }) => [kind, data])
  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)

  it('shows what plays and what waits, in order, with who and what', async () => {
    const [first, second, third] = [await say('🎉'), await say('🎊'), await say('⭐')]
    await report('shown', first)
    const { connected, paused, playing, waiting } = await look()
    assert.deepEqual([connected, paused], [true, false])
    assert.deepEqual(
      playing.map(({ id, kind, state, title, detail }) => [id, kind, state, title, detail]),
      [[first, 'tts', 'shown', 'alice', '🎉']],
    )
    assert.deepEqual(
      waiting.map(({ id, state }) => [id, state]),
      [
        [second, 'sent'],
        [third, 'sent'],
      ],
    )
    await report('finished', first)
    assert.deepEqual((await look()).playing, [])
  })

  it('is cleared: what waits has failed as cleared, pages are notified, and a late report of one changes nothing', async () => {
    const [first, second] = [await say('🎉'), await say('🎊')]
    await report('shown', first)
    const seq = await lastSeq()
    const before = controls().length
    assert.deepEqual((await owner.call('clear-overlay')).body, { success: true, cleared: 1 })
    await page.until(() => controls().length > before, 'the control')
    assert.deepEqual(controls().slice(before), [['clear', undefined]])
    const delivery = await app.ctx.overlays.find(app.channel, second)
    assert.deepEqual([delivery?.state, delivery?.error], ['failed', 'cleared'])
    assert.deepEqual(await events(seq), [['overlay.cleared', { count: 1 }]])
    page.say({ type: 'failed', id: second, reason: 'cleared' })
    await report('finished', first)
    assert.deepEqual((await look()).waiting, [])
  })

  it('loses one that is removed, and one that is over cannot be', async () => {
    const [first, second] = [await say('🎉'), await say('🎊')]
    const before = controls().length
    assert.equal((await owner.call('remove-overlay-item', { id: second })).status, 200)
    await page.until(() => controls().length > before, 'the control')
    assert.deepEqual(controls().slice(before), [['skip', second]])
    assert.deepEqual(
      (await look()).waiting.map(({ id }) => id),
      [first],
    )
    assert.equal((await app.ctx.overlays.find(app.channel, second))?.error, 'removed')
    for (const id of [second, 'tts_nothing']) {
      const answer = await owner.call('remove-overlay-item', { id }, { status: 404 })
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
    }
    await report('shown', first)
    assert.equal(
      (await owner.call('remove-overlay-item', { id: first }, { status: 404 })).status,
      404,
      'it has been seen',
    )
  })

  it('skips what is on screen, or the one that was meant', async () => {
    const first = await say('🎉')
    await report('shown', first)
    const before = controls().length
    assert.equal((await owner.call('skip-overlay-item')).status, 200)
    assert.equal((await owner.call('skip-overlay-item', { id: first })).status, 200)
    await page.until(() => controls().length >= before + 2, 'the controls')
    assert.deepEqual(controls().slice(before), [
      ['skip', undefined],
      ['skip', first],
    ])
    await report('finished', first)
    assert.equal((await owner.call('skip-overlay-item', { id: first }, { status: 404 })).status, 404)
  })

  it('is paused once, also for pages that come and for a server that comes back', async () => {
    const seq = await lastSeq()
    const before = controls().length
    assert.deepEqual((await owner.call('pause-overlay')).body, { success: true, paused: true })
    assert.equal((await owner.call('pause-overlay')).status, 200)
    await page.until(() => controls().length > before, 'the control')
    assert.deepEqual(controls().slice(before), [['pause', undefined]])
    const kinds = (await events(seq)).map(([kind]) => kind)
    assert.equal(kinds.filter((kind) => kind === 'overlay.paused').length, 1)
    const late = await openPage(app)
    assert.equal(welcomed(late), true)
    late.cut()

    page.cut()
    await app.close({ keepFolder: true })
    app = await createTestApp({ folder: app.folder })
    owner = await signInAsOwner(app)
    page = await openPage(app, { acks: 'received' })
    assert.equal(welcomed(page), true)
    assert.equal((await look()).paused, true)
    assert.deepEqual((await owner.call('resume-overlay')).body, { success: true, paused: false })
    assert.equal((await look()).paused, false)
    const after = await openPage(app)
    assert.equal(welcomed(after), false)
    after.cut()
  })

  it('keeps the proof of delivery, newest first, by page, state and kind', async () => {
    const ids = []
    for (const text of ['🎉', '🎊', '⭐']) ids.push(await say(text))
    const [first = ''] = ids
    await report('shown', first)
    await report('finished', first)
    await owner.call('clear-overlay')
    const list = async (input: object) =>
      (await owner.call('list-deliveries', input)).body as { deliveries: DeliveryLine[]; next: number | null }
    const page1 = await list({ limit: 2 })
    assert.deepEqual(
      page1.deliveries.map(({ id, state, error }) => [id, state, error]),
      [
        [ids[2], 'failed', 'cleared'],
        [ids[1], 'failed', 'cleared'],
      ],
    )
    const inGerman = { headers: { 'Accept-Language': 'de' } }
    const [german] = (await owner.call('list-deliveries', { limit: 1 }, inGerman)).body.deliveries as DeliveryLine[]
    assert.equal(german?.error, 'beim Leeren entfernt', 'why it ended, in the language of the reader')
    const page2 = await list({ limit: 2, before: page1.next })
    assert.deepEqual([page2.deliveries[0]?.id, page2.deliveries[0]?.state], [first, 'finished'])
    assert.equal((await list({ state: 'finished', limit: 1 })).deliveries[0]?.id, first)
    assert.deepEqual((await list({ kind: 'donation' })).deliveries, [])
    assert.equal((await list({ limit: 200 })).next, null)
    assert.equal((await owner.call('list-deliveries', { limit: 201 }, { status: 400 })).status, 400)
    assert.equal((await owner.call('list-deliveries', { state: 'lost' }, { status: 400 })).status, 400)
  })

  it('has a test for every kind, which the panel can show by itself when no page is there', async () => {
    for (const kind of cueKinds) {
      const { body } = await owner.call('test-overlay', { kind })
      const { id, payload } = await page.cue(kind)
      assert.deepEqual([id, kind, payload], [body.id, body.cue.kind, body.cue.payload])
      assert.equal(body.is_sent, true)
    }
    page.cut()
    await eventually('the page to be gone', async () => !(await look()).connected)
    for (const [name, input, kind] of [
      ...cueKinds.map((kind) => ['test-overlay', { kind }, kind] as const),
      ['test-alert', { id: 1 }, 'audio-alert'],
      ['test-effect', { overlay_id: 'confetti' }, 'effect'],
    ] as const) {
      const { body } = await owner.call(name, input)
      assert.deepEqual(
        [body.id, body.is_sent, body.cue.kind],
        [null, false, kind],
        `${name} was shown nowhere and says so`,
      )
    }
    const { entries } = (await owner.call('list-audit', { kind: 'overlay.tried' })).body
    assert.equal(entries.length, cueKinds.length + 2, 'each of them is in the audit log')
    const { body } = await owner.call('skip-overlay-item', {}, { status: 502 })
    assert.equal(body.code, 'overlay_not_connected')
    page = await openPage(app, { acks: 'none' })
    const unconfirmed = (await owner.call('test-overlay', { kind: 'effect' })).body
    assert.deepEqual([unconfirmed.id, unconfirmed.is_sent], [null, true], 'a page has it and has not said so in time')
    page.cut()
    page = await openPage(app, { acks: 'received' })
  })

  describe('whose page went away', () => {
    const open = (name: string, last?: number) =>
      openPage(app, { acks: 'received', page: name, ...(last === undefined ? {} : { last }) })
    /** An item that is on the screen of that page alone. */
    async function shownOn(other: PageClient, text: string): Promise<string> {
      const id = await say(text)
      await other.until(() => other.cues.some((cue) => cue.id === id), 'the item')
      other.say({ type: 'shown', id })
      await eventually('it to be on screen', async () => (await stateOf(id)) === 'shown')
      return id
    }

    it('is interrupted within seconds, and neither the same page nor a new one gets it again', async () => {
      const other = await open('obs')
      const id = await shownOn(other, '🎉')
      const seq = (await app.ctx.overlays.find(app.channel, id))?.seq ?? 0
      other.cut()
      await eventually('it to be interrupted', async () => (await stateOf(id)) === 'interrupted')
      assert.deepEqual((await look()).playing, [])
      for (const back of [await open('obs', seq - 1), await open('another', seq - 1)]) {
        const next = await say('⭐')
        await back.until(() => back.cues.some((cue) => cue.id === next), 'the next item')
        assert.equal(
          back.cues.some((cue) => cue.id === id),
          false,
        )
        back.cut()
      }
      assert.equal(await stateOf(id), 'interrupted')
    })

    it('is on screen again when the page was only cut off, and is over when the page says so', async () => {
      const other = await open('cut-off')
      const id = await shownOn(other, '🎉')
      other.cut()
      await eventually('it to be interrupted', async () => (await stateOf(id)) === 'interrupted')
      await other.connect()
      other.say({ type: 'shown', id })
      await eventually('it to be on screen', async () => (await stateOf(id)) === 'shown')
      other.cut()
      await other.connect()
      other.say({ type: 'finished', id })
      await eventually('it to be over', async () => (await stateOf(id)) === 'finished')
      other.cut()
    })

    it('stays on screen while another page shows it, on whichever node that page is', async () => {
      const other = await open('second-screen')
      const id = await shownOn(other, '🎉')
      page.say({ type: 'shown', id })
      other.cut()
      // What another node does when the page that left was one of its own.
      await app.ctx.overlays.interrupt(app.channel.id, [id])
      await eventually('it to be on screen again', async () => (await stateOf(id)) === 'shown')
      await report('finished', id)
    })

    it('is interrupted at once when the link was reset', async () => {
      const test = await app.ctx.channels.testChannelOf(app.channel)
      const { key } = await app.makeKey(undefined, { isTest: true })
      const other = await openPage(app, { acks: 'received', token: await tokenOf(app, test) })
      const { ttsId: id } = (await app.call('tts', { text: '🎉' }, { key })).body
      other.say({ type: 'shown', id })
      const state = async () => (await app.ctx.overlays.find(test, id))?.state
      await eventually('it to be on screen', async () => (await state()) === 'shown')
      await owner.call('reset-overlay-link', { test: true })
      await eventually('it to be interrupted', async () => (await state()) === 'interrupted')
      await eventually('its page to be sent away', () => other.byes.length > 0)
      assert.deepEqual(other.byes, ['link_rolled'])
    })
  })
})

describe('an item on screen while no page is connected', () => {
  let app: TestApp
  let owner: PanelClient
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
  })
  after(() => app?.close())

  async function abandoned(): Promise<string> {
    const page = await openPage(app, { acks: 'received' })
    const { ttsId: id } = (await app.call('tts', { text: '🎉' })).body
    page.say({ type: 'shown', id })
    await eventually('it to be on screen', async () => (await find(id))?.state === 'shown')
    page.cut()
    await eventually('the page to be gone', () => !app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' }))
    return id
  }
  const find = (id: string) => app.ctx.overlays.find(app.channel, id)

  it('is skipped or cleared at once, and no late report brings it back', async () => {
    for (const [operation, reason] of [
      ['skip-overlay-item', 'skipped'],
      ['clear-overlay', 'cleared'],
    ] as const) {
      const id = await abandoned()
      await owner.call(operation)
      const ended = await find(id)
      assert.deepEqual([ended?.state, ended?.error], ['interrupted', reason])
      const back = await openPage(app, { acks: 'received' })
      const welcome = back.messages.find((message) => message.type === 'welcome')
      assert.ok(welcome?.type === 'welcome' && welcome.takenBack?.includes(id), 'the page takes it off its screen')
      back.say({ type: 'shown', id })
      const next = (await app.call('tts', { text: '⭐' })).body.ttsId
      back.say({ type: 'finished', id: next })
      await eventually('the next to be over', async () => (await find(next))?.state === 'finished')
      assert.equal((await find(id))?.state, 'interrupted')
      back.cut()
      await eventually('the page to be gone', () => !app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' }))
    }
  })

  it('counts as interrupted even if nobody could record it, such as after a crash of the server', async () => {
    const id = await abandoned()
    await eventually('the server to have recorded it', async () => (await find(id))?.state === 'interrupted')
    await setShown(id)
    assert.equal((await find(id))?.state, 'shown', 'its page may be reconnecting')
    clock.advance(11_000)
    assert.equal((await find(id))?.state, 'interrupted')
    assert.deepEqual((await owner.call('get-overlay-queue')).body.playing, [])
    const reasonIn = async (language: string) => {
      const options = { headers: { 'Accept-Language': language } }
      return (await owner.call('list-deliveries', { limit: 1 }, options)).body.deliveries[0].error
    }
    assert.deepEqual(
      [await reasonIn('en'), await reasonIn('de')],
      ['the overlay page went away', 'die Overlay-Seite war nicht mehr da'],
    )
  })

  async function setShown(id: string): Promise<void> {
    await app.ctx.db.write((tx) => tx.run(asIfCrashed, { channel: app.channel.id, id, now: clock.now() }))
  }
})

function welcomed(page: PageClient): boolean | undefined {
  const welcome = page.messages.find((message) => message.type === 'welcome')
  return welcome?.type === 'welcome' ? welcome.paused : undefined
}
