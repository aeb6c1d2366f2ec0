import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeVts, startFakeVts } from '../fakes/vts.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { readDatabase } from '../read-database.ts'
import { saveVts, vtsConnected, vtsIs, vtsStatus } from './connect-fake-vts.ts'

runsOn('sqlite', 'postgres')
isSlow('it waits for a VTube Studio that is started again')

const vtsTimings = { firstRetryMs: 20, longestRetryMs: 100 }

describe('the connection to VTube Studio', () => {
  let app: TestApp
  let vts: FakeVts
  let owner: PanelClient
  before(async () => {
    vts = await startFakeVts({ answer: 'wait' })
    app = await createTestApp({ vtsTimings })
    owner = await signInAsOwner(app)
  })
  after(async () => {
    await app?.close()
    await vts?.close()
  })

  const code = async () => (await app.call('list-vts-hotkeys', {}, { status: 502 })).body.code
  const check = async (url: string) =>
    (await owner.call('check-service-setup', { service: 'vts', fields: [{ name: 'url', value: url }] })).body
  const save = (url: string) =>
    owner.call('save-service-setup', { service: 'vts', fields: [{ name: 'url', value: url }] })

  it('is off until it is set up, and a check asks nobody for a permission', async () => {
    assert.equal(vtsStatus(app), 'off')
    assert.equal(await code(), 'vts_not_connected')
    const right = await check(vts.url)
    assert.deepEqual([right.working, right.message], [true, 'VTube Studio 1.32.0 answers at this address.'])
    const wrong = await check(app.url.replace('http', 'ws'))
    assert.equal(wrong.working, false)
    assert.match(wrong.message, /^What answers at 127\.0\.0\.1:\d+ is not VTube Studio\.$/)
    assert.match((await check('http://127.0.0.1:8001')).message, /^The address must begin with ws:/)
    assert.equal(vts.dialogs, 0)
  })

  it('waits for the permission that a person gives in VTube Studio', async () => {
    await save(vts.url)
    await eventually('the dialog is open', () => vts.isDialogOpen)
    await vtsIs(app, 'missing_permission')
    assert.match(vtsStatus(app), /Choose Allow in its window\.$/)
    assert.equal(await code(), 'vts_not_connected')
    const names = vts.requests.find(({ type }) => type === 'AuthenticationTokenRequest')?.data
    assert.deepEqual(names, { pluginName: 'Showcaller', pluginDeveloper: 'Showcaller' })
    vts.answerDialog(true)
    await vtsConnected(app)
    assert.equal(vtsStatus(app), 'connected: VTube Studio 1.32.0 is connected with 3 hotkeys.')
    assert.equal(vts.dialogs, 1)
  })

  it('is shown among the connections of the channel', async () => {
    const shown = (await app.ctx.connections.list(app.channel.id)).find(({ id }) => id === 'vts')
    assert.deepEqual([shown?.title, shown?.state], ['VTube Studio', 'connected'])
  })

  it('keeps its token encrypted, and shows it to nobody', async () => {
    const token = 'token-of-dialog-1'
    const database = await readDatabase(app)
    const stored = JSON.stringify(await database.tables())
    await database.close()
    assert.ok(stored.includes(`vts:${app.channel.id}`))
    assert.ok(!stored.includes(token))
    const { body } = await owner.call('list-service-setups')
    const setup = body.setups.find(({ service }: { service: string }) => service === 'vts')
    assert.deepEqual(
      [setup.configured, setup.fields.map(({ name }: { name: string }) => name), JSON.stringify(body).includes(token)],
      [true, ['url'], false],
    )
  })

  it('comes back with the same token when VTube Studio was away', async () => {
    await vts.quit()
    await vtsIs(app, 'reconnecting')
    assert.equal(await code(), 'vts_not_connected')
    await vts.start()
    await vtsConnected(app)
    assert.equal(vts.dialogs, 1)
  })

  it('says that VTube Studio cannot be reached, and what to do', async () => {
    await vts.quit()
    await eventually('an attempt has failed', () =>
      /cannot be reached at 127\.0\.0\.1:\d+\. Start/.test(vtsStatus(app)),
    )
    await vts.start()
    await vtsConnected(app)
  })

  it('uses the token again after a restart of the server', async () => {
    await app.close({ keepFolder: true })
    await eventually('VTube Studio sees it go', () => vts.connections === 0)
    app = await createTestApp({ folder: app.folder, vtsTimings })
    owner = await signInAsOwner(app)
    await vtsConnected(app)
    assert.equal(vts.dialogs, 1)
  })

  it('sends a token only to the address that gave it', async () => {
    const other = await startFakeVts()
    await save(other.url)
    await vtsConnected(app)
    const sent = other.requests.filter(({ type }) => type === 'AuthenticationRequest')
    assert.equal(sent.length, 1)
    assert.equal(other.dialogs, 1)
    await save(vts.url)
    await eventually('the first one is asked', () => vts.isDialogOpen)
    vts.answerDialog(true)
    await vtsConnected(app)
    await other.close()
  })

  it('asks no more after the permission was taken away, until a person wants it', async () => {
    const asked = vts.dialogs
    vts.revoke()
    assert.equal((await app.call('list-vts-hotkeys', {}, { status: 502 })).body.code, 'vts_refused')
    await vtsIs(app, 'failed')
    assert.equal(await code(), 'vts_not_connected')
    assert.equal(vts.dialogs, asked)
    await owner.call('ask-vts-again')
    await eventually('the dialog is open again', () => vts.isDialogOpen)
    vts.answerDialog(false)
    await vtsIs(app, 'failed')
    assert.match(vtsStatus(app), /^failed: VTube Studio refused: Showcaller was not allowed/)
    assert.equal(vts.dialogs, asked + 1)
    await owner.call('ask-vts-again')
    await eventually('the dialog is open again', () => vts.isDialogOpen)
    vts.answerDialog(true)
    await vtsConnected(app)
  })

  it('says that plug-ins are not allowed', async () => {
    vts.world.isApiOn = false
    await vts.quit()
    await vts.start()
    await eventually('it says so', () => /does not allow plug-ins\. Turn on the API/.test(vtsStatus(app)))
    vts.world.isApiOn = true
    await vtsConnected(app)
  })

  it('forgets the permission when the settings are removed', async () => {
    await owner.call('remove-service-setup', { service: 'vts' })
    await eventually('it is off', () => vtsStatus(app) === 'off')
    await eventually('VTube Studio sees it go', () => vts.connections === 0)
    const asked = vts.dialogs
    await saveVts(app, vts.url)
    await eventually('it is asked for again', () => vts.dialogs === asked + 1)
  })
})
