import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newDefinition } from '../../src/capabilities/values/new-definition.ts'
import { widgetDefinitions } from '../../src/capabilities/widgets/contract/widgets.ts'
import type { ServerMessage, StageWidget } from '../../src/registry/overlay-messages.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

const place = { x: 50, y: 90, width: 30, height: 12, rotation: 0, layer: 0 }
const goal = { type: 'goal', name: 'Follower goal', settings: { label: 'Follower goal', target: 500 }, place }

describe('a widget', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  async function create(body: object): Promise<number> {
    return (await owner.call('create-widget', body)).body.widget.id
  }
  const listed = async () =>
    (await owner.call('list-widget-settings')).body.widgets as {
      id: number
      name: string
      failure: { reason: string } | null
    }[]

  it('is sent to the pages that show it, moves with a change and goes when it is turned off', async () => {
    const page = await openPage(app)
    const id = await create(goal)
    await page.until(() => idsOn(page).includes(id), 'the new widget')
    const [shown] = widgetsOn(page)
    assert.deepEqual(shown, {
      id,
      type: 'goal',
      settings: goal.settings,
      place,
      sources: [{ source: 'goal', key: 'goal{"period":"stream","what":"follows"}' }],
    })

    const { key } = await app.makeKey(['widgets:read', 'widgets:write'])
    const { body: list } = await app.call('list-widgets', {}, { key })
    assert.deepEqual([list.total, list.widgets[0].settings.target], [1, 500])
    const change = { id, settings: { target: 800, label: null }, place: { x: 20 } }
    const changed = await app.call('update-widget', change, { key })
    assert.deepEqual(changed.body.widget.settings, { target: 800 })
    assert.deepEqual(changed.body.widget.place, { ...place, x: 20 })
    await page.until(() => widgetsOn(page)[0]?.place.x === 20, 'its new place')

    await app.call('update-widget', { id, enabled: false }, { key })
    await page.until(() => !idsOn(page).includes(id), 'its end')
    await owner.call('delete-widget', { id })
    page.cut()
  })

  it('stands on the main page, on a page of its own, or on both, and fills the page that shows nothing else', async () => {
    const shared = await create({ ...goal, name: 'Shared' })
    const apart = await create({ ...goal, name: 'Apart', own_link: true })
    const pages = {
      main: await openPage(app),
      alone: await openPage(app, { only: `widget-${apart}` }),
      both: await openPage(app, { only: `widget,widget-${apart}` }),
      alerts: await openPage(app, { only: 'donation' }),
    }
    for (const [name, page] of Object.entries(pages)) await page.until(() => lists(page).length > 0, name)
    assert.deepEqual(idsOn(pages.main), [shared])
    assert.deepEqual(idsOn(pages.alone), [apart])
    assert.deepEqual(idsOn(pages.both), [shared, apart])
    assert.deepEqual(idsOn(pages.alerts), [])
    assert.deepEqual([widgetsOn(pages.alone)[0]?.isAlone, widgetsOn(pages.both)[0]?.isAlone], [true, undefined])
    for (const page of Object.values(pages)) page.cut()
    for (const id of [shared, apart]) await owner.call('delete-widget', { id })
  })

  it('is one of a hundred on a page, and each has its data', async () => {
    const ids: number[] = []
    for (let count = 0; count < 100; count++) {
      await app.ctx.db.write((tx) =>
        app.ctx.values.change(tx, app.cause, {
          name: `hundred${count}`,
          changes: [{ kind: 'set', value: count }],
          creates: () => newDefinition(`hundred${count}`, 'channel', { value: count, action: undefined }),
          viewer: undefined,
        }),
      )
      const widget = { type: 'counter', name: `Counter ${count}`, settings: { value: `hundred${count}` }, place }
      ids.push(await create(widget))
    }
    const refused = await owner.call('create-widget', goal, { status: 400 })
    assert.match(refused.body.error, /100/)
    const page = await openPage(app)
    const shown = () => new Set(page.messages.flatMap((one) => (one.type === 'source' ? [one.key] : [])))
    await page.until(() => shown().size === 100, 'the data of a hundred widgets')
    assert.deepEqual(new Set(idsOn(page)), new Set(ids))
    page.cut()
    for (const id of ids) await owner.call('delete-widget', { id })
  })

  it('refuses settings of other widgets, values beyond bounds, files that do not exist, and people without the role', async () => {
    const refused = async (settings: object) =>
      (await owner.call('create-widget', { ...goal, settings }, { status: 400 })).body.error as string
    assert.match(await refused({ sound: 'builtin:coin' }), /settings\.sound is not a setting of goal/)
    assert.match(await refused({ target: 0 }), /settings\.target/)
    assert.match(await refused({ accent: 'url(x)' }), /settings\.accent must be a CSS colour/)
    await owner.call('create-widget', { ...goal, place: { ...place, x: 101 } }, { status: 400 })
    const viewer = await signInAs(app, 'viewer')
    await viewer.call('create-widget', goal, { status: 403 })
    const { type: _type, ...rest } = goal
    await owner.call('save-widget', { id: 9_999, ...rest }, { status: 404 })
  })

  it('that a page removed is named in the panel and in the log, until it is changed', async () => {
    const id = await create(goal)
    const page = await openPage(app)
    page.say({ type: 'warning', id: `widget_${id}`, reason: 'TypeError: x is not a function' })
    page.say({ type: 'warning', id: `widget_${id}`, reason: 'another reason right after it' })
    page.say({ type: 'warning', id: 'widget_123456', reason: 'of a widget that does not exist' })
    const failureOf = async () => (await listed()).find((one) => one.id === id)?.failure
    await eventually('the failure', async () => (await failureOf()) !== null)
    assert.equal((await failureOf())?.reason, 'TypeError: x is not a function')
    const { body } = await owner.call('list-events', { limit: 20 })
    const failures = (body.events as { kind: string }[]).filter(({ kind }) => kind === 'widget.failed')
    assert.equal(failures.length, 1, 'a page cannot fill the log')
    const { type: _type, ...rest } = goal
    await owner.call('save-widget', { id, ...rest })
    assert.equal(await failureOf(), null)
    page.cut()
    await owner.call('delete-widget', { id })
  })

  it('is copied beside itself, with a name of its own', async () => {
    const id = await create(goal)
    const { widget } = (await owner.call('duplicate-widget', { id })).body as { widget: StageWidget & { name: string } }
    assert.deepEqual([widget.name, widget.place.x, widget.place.y], ['Follower goal copy', 54, 94])
    for (const one of [id, widget.id]) await owner.call('delete-widget', { id: one })
  })

  it('has, of every type, a sample that its own rules accept', async () => {
    for (const { type, sample } of widgetDefinitions) {
      const files = ['image']
      const settings = Object.fromEntries(Object.entries(sample.settings).filter(([name]) => !files.includes(name)))
      if (type === ('image' as string)) continue
      const id = await create({ type, name: type, settings, place })
      await owner.call('delete-widget', { id })
    }
  })
})

function lists(page: PageClient) {
  return page.messages.filter((one): one is Extract<ServerMessage, { type: 'widgets' }> => one.type === 'widgets')
}

function widgetsOn(page: PageClient): readonly StageWidget[] {
  return lists(page).at(-1)?.widgets ?? []
}

function idsOn(page: PageClient): number[] {
  return widgetsOn(page).map(({ id }) => id)
}
