import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { settings } from '../../src/registry/settings.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import * as events from '../fakes/twitch-events.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { openTwitchStage, type TwitchStage } from '../platforms/twitch-stage.ts'

runsOn('sqlite', 'postgres')

describe('emotes of other services in the chat', () => {
  let service: FakeServer
  let stage: TwitchStage
  let owner: PanelClient
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    service = await startFakeServer(({ path }) =>
      path === '/v3/emote-sets/global'
        ? { status: 200, body: { emotes: [{ id: '01F6MZGCNG', name: 'catJam' }] } }
        : { status: 404 },
    )
    stage = await openTwitchStage({ emoteUrls: { '7tv': service.url, bttv: service.url, ffz: service.url } })
    owner = await signInAsOwner(stage.app)
    tab = await openTab(stage.app, owner.cookie, { query: '?live=1' })
    await tab.until(({ event }) => event === 'dashboard')
  })
  after(async () => {
    tab.close()
    await stage.close()
    await service.close()
  })

  async function say(text: string) {
    const event = events.chatEvent(stage.fake.world, stage.fake.world.get('alice'), text)
    stage.fake.eventSub.notify('channel.chat.message', event)
    return (await tab.until(({ data }) => data.data?.message_id === event.message_id)).data.data.emotes
  }
  const turn = (value: object) => owner.call('save-setting', { name: 'emotes', value })

  it('are off until the broadcaster turns them on: no service is asked', async () => {
    const definition = settings.find(({ name }) => name === 'emotes')
    assert.deepEqual(definition?.default, { seventv: false, bttv: false, ffz: false })
    assert.deepEqual(await say('catJam'), [])
    assert.deepEqual(await say('catJam'), [])
    assert.equal(service.requests.length, 0)
  })

  it('are shown once they are on, and not once they are off again', async () => {
    await turn({ seventv: true })
    await eventually('the emote', async () => (await say('😀 catJam'))[0]?.begin === 2)
    assert.deepEqual((await say('catJam'))[0], {
      id: '01F6MZGCNG',
      name: 'catJam',
      image: 'https://cdn.7tv.app/emote/01F6MZGCNG/2x.webp',
      source: '7tv',
      begin: 0,
      end: 6,
    })
    const asked = service.requests.map(({ path }) => path)
    assert.deepEqual(asked.sort(), ['/v3/emote-sets/global', `/v3/users/twitch/${stage.fake.world.broadcaster.id}`])
    await turn({})
    await eventually('nothing', async () => (await say('catJam')).length === 0)
  })
})
