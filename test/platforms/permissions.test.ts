import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { kickPermissions } from '../../src/platforms/kick/permissions.ts'
import { spotifyPermissions } from '../../src/platforms/spotify/permissions.ts'
import { twitchPermissions } from '../../src/platforms/twitch/permissions.ts'
import { broadcasterScopes } from '../../src/platforms/twitch/sign-in.external.ts'
import { youtubePermissions } from '../../src/platforms/youtube/permissions.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { followBack } from './follow-back.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')

describe('permissions of a platform account', () => {
  let stage: TwitchStage
  let owner: PanelClient
  before(async () => {
    stage = await openTwitchStage()
    owner = await signInAsOwner(stage.app)
    await stage.wire.connect({ without: ['bits:read', 'clips:edit'] })
  })
  after(() => stage.close())

  const twitch = async () => {
    const { body } = await owner.call('list-platforms')
    return body.services.find(({ service }: { service: string }) => service === 'twitch')
  }
  const connection = async () => {
    const { body } = await owner.call('list-connections')
    return body.connections.find(({ id }: { id: string }) => id === 'twitch/broadcaster')
  }
  const ask = async (permission: string) => {
    const input = { service: 'twitch', role: 'broadcaster', permission }
    return String((await owner.call('begin-connecting', input)).body.address)
  }
  const follow = async (address: string) => {
    const response = await followBack(address, { cookie: owner.cookie, home: stage.app.url })
    return response.headers.get('location') ?? ''
  }

  it('that are missing are named in the words of a person, with what does not work', async () => {
    const { accounts, capabilities } = await twitch()
    assert.deepEqual(accounts[0].missing_permissions, [
      { scope: 'clips:edit', title: 'Create clips' },
      { scope: 'bits:read', title: 'See Bits' },
    ])
    const noteOf = (wanted: string) => capabilities.find(({ name }: { name: string }) => name === wanted).note
    assert.equal(noteOf('clips'), 'Needs the permission: Create clips.')
    assert.equal(noteOf('bits'), 'Needs the permission: See Bits.')
    assert.equal(noteOf('title'), null)
    await eventually(
      'it is connected apart from that',
      async () => (await connection())?.state === 'missing_permission',
    )
    assert.deepEqual((await connection()).missing, ['Create clips', 'See Bits'])
  })

  it('are asked for one at a time, together with those that are granted', async () => {
    const { searchParams: asked } = new URL(await ask('bits:read'))
    const scopes = asked.get('scope')?.split(' ') ?? []
    assert.ok(scopes.includes('bits:read') && scopes.includes('user:write:chat'))
    assert.ok(!scopes.includes('clips:edit'), 'nothing else that is missing')
    assert.equal(scopes.length, broadcasterScopes.length - 1)
  })

  it('are added by the same account only', async () => {
    const other = stage.fake.auth.approve(await ask('bits:read'), stage.fake.world.bot.id)
    assert.match(await follow(other), /failed=twitch&code=platform_refused/)
    const { accounts } = await twitch()
    assert.equal(accounts[0].username, 'streamer')
    const { login } = stage.fake.world.bot
    const sentence = `You signed in to Twitch as ${login}, but streamer is connected. Nothing was changed.`
    assert.equal(accounts[0].reason, sentence)
    const same = stage.fake.auth.approve(await ask('bits:read'), stage.fake.world.broadcaster.id)
    assert.match(await follow(same), /connected=twitch/)
    assert.deepEqual((await twitch()).accounts[0].missing_permissions, [{ scope: 'clips:edit', title: 'Create clips' }])
    await eventually('its events come too', async () => stage.fake.eventSub.topics.includes('channel.bits.use'))
  })

  it('that this server never asks for cannot be asked for', async () => {
    const input = { service: 'twitch', role: 'bot', permission: 'channel:edit:commercial' }
    const { body } = await owner.call('begin-connecting', input, { status: 400 })
    assert.match(body.error, /channel:edit:commercial/)
  })

  it('that were taken back are noticed when the token is checked', async () => {
    await stage.wire.connect()
    await eventually('nothing is missing', async () => (await connection())?.state === 'connected')
    stage.fake.auth.takeBack('clips:edit')
    await stage.wire.connect({ role: 'bot' })
    await eventually('it is named', async () => (await connection())?.missing.includes('Create clips'))
  })

  it('have words for every scope that is asked for', () => {
    for (const table of [twitchPermissions, kickPermissions, youtubePermissions, spotifyPermissions]) {
      const titles = Object.values(table).map(({ title }) => title())
      assert.equal(new Set(titles).size, titles.length)
      assert.ok(titles.every((title) => /^[A-Z][^_]+$/.test(title)))
    }
  })
})
