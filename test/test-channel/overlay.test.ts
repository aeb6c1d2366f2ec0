import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openPage } from '../overlay/page-client.ts'
import { type PanelClient, signInAs } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

describe('the overlay of the test channel', () => {
  let app: TestApp
  let editor: PanelClient
  let key = ''
  before(async () => {
    app = await createTestApp()
    editor = await signInAs(app, 'editor')
    key = (await app.makeKey(undefined, { isTest: true })).key
  })
  after(() => app?.close())

  const linkOf = async (test: boolean) => (await editor.call('get-overlay-link', { test })).body.link as string
  const tokenIn = (link: string) => link.slice(link.indexOf('#') + 1)
  const alert = async (used: string, status: 200 | 502 = 200) => {
    const [first] = (await app.call('list-audio-alerts', {}, { key: used })).body.alerts
    return app.call('trigger-audio-alert', { id: first.id }, { key: used, status })
  }

  it('has a link of its own, which the panel shows to editors', async () => {
    const [live, test] = [await linkOf(false), await linkOf(true)]
    assert.notEqual(live, test)
    assert.ok(test.startsWith(`${app.url}/overlay#`))
    assert.equal((await editor.call('get-overlay-link')).body.link, live)
    const moderator = await signInAs(app, 'moderator')
    await moderator.call('get-overlay-link', { test: true }, { status: 403 })
  })

  it('shows what test keys do, and nothing of the live channel, nor the other way round', async () => {
    const live = await openPage(app)
    assert.equal((await alert(key, 502)).body.code, 'overlay_not_connected', 'a test key does not reach the live page')
    const test = await openPage(app, { token: tokenIn(await linkOf(true)) })
    await alert(key)
    await app.call('tts', { text: 'only a test' }, { key })
    assert.deepEqual([test.cues.length, live.cues.length], [2, 0])
    await alert(app.key)
    assert.deepEqual([test.cues.length, live.cues.length], [2, 1])
    test.cut()
    live.cut()
  })

  it('can have its link reset alone, by somebody whom the audit log of the channel names', async () => {
    const [live, test] = [await linkOf(false), await linkOf(true)]
    const reset = (await editor.call('reset-overlay-link', { test: true })).body.link
    assert.notEqual(reset, test)
    assert.deepEqual([await linkOf(false), await linkOf(true)], [live, reset])
    const [entry] = (await editor.call('list-audit', { kind: 'overlay.link-rolled' })).body.entries
    assert.match(entry.actor, /^person:/)
  })
})
