import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeSandboxChannel } from '../../src/capabilities/first-start/sandbox-channel.ts'
import { catalogueOf } from '../../src/kernel/catalogues.ts'
import type { Channel } from '../../src/kernel/operation/channel.ts'
import { settled } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage } from '../overlay/page-client.ts'
import { signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

describe('the language of a new channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ hasDefaultAlerts: true })
  })
  after(() => app.close())

  async function signInFrom(language: string): Promise<void> {
    const response = await fetch(`${app.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': language },
      body: new URLSearchParams({ link: await app.ctx.sessions.makeLink(app.channel) }),
    })
    assert.equal(response.headers.get('location'), '/')
  }

  const repliesOf = async (channel: Channel) =>
    Object.fromEntries((await app.ctx.commands.list(channel)).items.map(({ command, message }) => [command, message]))
  const languageOf = async (channel: Channel) => (await app.ctx.settings.of(channel.id)).language.language
  const alertNames = async (channel: Channel) =>
    (await app.ctx.automationParts.automations.listNames(channel.id)).map(({ name }) => name)

  it('is that of the browser that signs in first, and so is all that nobody has changed', async () => {
    const { commands, db, channels, overlays } = app.ctx
    const hug = await commands.get(db, app.channel.id, { command: 'hug' })
    await db.write((tx) => commands.update(tx, app.cause, hug.id, { message: 'Group hug!' }))
    await app.app.testChannelMirror.settled()
    const before = await overlays.lastSeq(app.channel.id)
    await signInFrom('tr-TR, en;q=0.5')
    await app.app.testChannelMirror.settled()
    for (const channel of [app.channel, await channels.useTestChannelOf(app.channel)]) {
      const { hello, hug: edited, points, party } = await repliesOf(channel)
      assert.deepEqual([hello, edited], ['Merhaba $(user)!', 'Group hug!'])
      assert.deepEqual([points, party], ['$(touser): $(points $(touser)) puan.', 'Parti zamanı, $(displayname)!'])
      assert.equal(await languageOf(channel), 'tr')
      assert.ok((await alertNames(channel)).includes('Takip uyarısı'))
    }
    const party = await commands.get(db, app.channel.id, { command: 'party' })
    assert.match(JSON.stringify(party.actions), /partiyi başlatıyor/)
    // The sign-in and the setting; nobody has edited a command.
    assert.equal(await overlays.lastSeq(app.channel.id), before + 2)
  })

  it('shows the alerts of the first channel in it', async () => {
    const page = await openPage(app)
    const user = { id: 'v1', username: 'viewer7', displayname: 'Viewer7' }
    await app.app.bot.feed({ channelId: app.channel.id, platform: 'kick' }, { kind: 'follow', id: 'followed', user })
    await settled(app)
    await eventually('its card', () => page.cues.length > 0)
    const [cue] = page.cues
    assert.equal(cue?.kind === 'event-alert' && cue.payload.text, 'Viewer7 takip etti')
    page.cut()
  })

  it('is changed by no later sign-in', async () => {
    await signInFrom('de')
    assert.equal(await languageOf(app.channel), 'tr')
    assert.equal((await repliesOf(app.channel)).hello, 'Merhaba $(user)!')
  })

  it('is followed later by every text that nobody has edited, back and forth', async () => {
    const owner = await signInAsOwner(app)
    const { automations } = app.ctx.automationParts
    const testChannel = await app.ctx.channels.useTestChannelOf(app.channel)
    const thanks = { type: 'event', event: 'follow' }
    const texts = [{ type: 'say', as: 'bot', text: 'My own words.' }]
    await app.call('save-automation', { name: 'Mine', trigger: thanks, steps: texts })
    const textsOf = async (channel: Channel) => {
      const { items } = await automations.list(channel.id, { limit: 1000, offset: 0 })
      return JSON.stringify(items.map(({ steps }) => steps))
    }
    for (const [language, hello, follow] of [
      ['ja', '$(user)さん、こんにちは！', 'さんがフォロー'],
      ['en', 'Hello $(user)!', ' followed'],
      ['tr', 'Merhaba $(user)!', ' takip etti'],
    ] as const) {
      await owner.call('save-setting', { name: 'language', value: { language } })
      for (const channel of [app.channel, testChannel]) {
        await eventually(`${language} in ${channel.name}`, async () => (await repliesOf(channel)).hello === hello)
        await eventually(`${language} alerts`, async () => (await textsOf(channel)).includes(follow))
        assert.equal((await repliesOf(channel)).hug, 'Group hug!')
      }
      assert.match(await textsOf(app.channel), /My own words\./)
    }
  })

  it('is that of its owner from the start for a further channel', async () => {
    const german = await catalogueOf('de')
    const { channel, testChannel } = await app.ctx.db.write((tx) => makeSandboxChannel(app.ctx, tx, 'zweiter', german))
    for (const one of [channel, testChannel]) {
      assert.equal(await languageOf(one), 'de')
      assert.equal((await repliesOf(one)).hello, 'Hallo $(user)!')
      assert.ok((await alertNames(one)).includes('Follow-Alert'))
    }
  })

  it('stays English for a browser that asks for no language there are texts for', async () => {
    const other = await createTestApp()
    await signInAsOwner(other)
    assert.equal((await other.ctx.settings.of(other.channel.id)).language.language, 'en')
    await other.close()
  })
})
