import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPreloadedSounds } from '../../src/capabilities/overlay/preloaded-sounds.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'
import { openPage, type PageClient } from './page-client.ts'

runsOn('sqlite', 'postgres')

describe('the sounds that an overlay page loads in advance', () => {
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    page = await openPage(app)
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })

  const announced = () =>
    page.messages.reduce<readonly string[]>(
      (last, message) => ('sounds' in message ? (message.sounds ?? last) : last),
      [],
    )

  it('are announced when it connects: those of active alerts first, then of donations, each once', async () => {
    assert.deepEqual(announced(), [
      '/overlay/sounds/alarm.flac',
      '/overlay/sounds/fanfare.flac',
      '/overlay/sounds/whoosh.flac',
      '/overlay/sounds/coin.flac',
    ])
    for (const address of announced()) {
      const response = await fetch(app.url + address)
      assert.equal(response.status, 200, address)
      await response.arrayBuffer()
    }
  })

  it('are announced again when an alert or an effect gets a sound, and when the alert is deleted', async () => {
    const { upload } = (await sendFile(app, owner, { kind: 'sound', name: 'horn.wav', bytes: wavOf(1) })).body
    const { alert } = (await owner.call('create-alert', { name: 'Horn', points: 1, sound: upload.ref })).body
    await page.until(() => announced().includes(upload.url), 'the sound of the new alert')
    await owner.call('delete-alert', { id: alert.id })
    await page.until(() => !announced().includes(upload.url), 'a list without the sound of the deleted alert')
  })

  it('are at most 32, those of the first source first, however many there are', async () => {
    const list = (area: string) => async () => Array.from({ length: 20 }, (_, n) => `/${area}/${n}.wav`)
    const sounds = createPreloadedSounds({
      sources: [list('alerts'), list('donations'), list('alerts')],
      bus: createMemoryBus(assert.ifError),
      log: createLog('silent'),
      hasPages: () => true,
      send() {},
    })
    const found = await sounds.of(1)
    assert.equal(found.length, 32)
    assert.deepEqual([found[0], found[19], found[20]], ['/alerts/0.wav', '/alerts/19.wav', '/donations/0.wav'])
  })
})
