import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import type { EmoteService } from '../../src/platforms/contract/chat-parts.ts'
import { createThirdPartyEmotes } from '../../src/platforms/emotes/third-party-emotes.ts'
import { eventually, turns } from '../eventually.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import { createStillClock, minuteMs } from '../test-clock.ts'

/** Written by us with the fields that public programs read from the three services. */
const answers: Readonly<Record<string, unknown>> = {
  '/v3/emote-sets/global': { id: 'global', emotes: [{ id: '01GLOBAL', name: 'peepoHappy', data: { host: {} } }] },
  '/v3/users/twitch/50001': {
    id: '50001',
    platform: 'TWITCH',
    emote_set: {
      id: 'set',
      emotes: [
        { id: '01OWN', name: 'catJam' },
        { id: '01MINE', name: 'peepoHappy' },
      ],
    },
  },
  '/3/cached/emotes/global': [{ id: 'b1', code: ':tf:', imageType: 'png', animated: false }],
  '/3/cached/users/twitch/50001': {
    id: 'u',
    bots: [],
    channelEmotes: [],
    sharedEmotes: [{ id: 'b2', code: 'catJam' }],
  },
  '/v1/set/global': { default_sets: [3], sets: { 3: { emoticons: [{ id: 9, name: 'LilZ', urls: { 1: 'u' } }] } } },
}

describe('emotes of other services', () => {
  let server: FakeServer
  const clock = createStillClock()
  const bus = createMemoryBus(() => {})
  const logLines: string[] = []
  let wanted: EmoteService[] = []
  let account: string | undefined = '50001'
  let changed: Record<string, unknown> = {}
  let emotes: ReturnType<typeof createThirdPartyEmotes>
  before(async () => {
    server = await startFakeServer(({ path }) => {
      const body = changed[path] ?? answers[path]
      return body === undefined ? { status: 404 } : { status: 200, body }
    })
  })
  after(async () => {
    emotes.close()
    await server.close()
  })
  beforeEach(() => {
    emotes?.close()
    server.requests.length = 0
    logLines.length = 0
    wanted = ['7tv', 'bttv', 'ffz']
    account = '50001'
    changed = {}
    const urls = { '7tv': server.url, bttv: server.url, ffz: server.url }
    emotes = createThirdPartyEmotes({
      clock,
      log: createLog('info', (line) => logLines.push(line)),
      bus,
      wanted: async () => wanted,
      accountOf: async () => account,
      urls,
    })
  })

  const names = () => [...emotes.of(1, 'twitch').keys()].sort()
  const loaded = (...all: string[]) => eventually('the sets', () => names().join() === all.sort().join())

  it('are asked for only where the broadcaster wants it, and never for the sandbox', async () => {
    wanted = []
    assert.deepEqual(names(), [])
    await turns()
    bus.publish('settings-changed', { channelId: 1 })
    wanted = ['7tv']
    account = undefined
    assert.deepEqual(names(), [])
    await turns()
    assert.equal(server.requests.length, 0)
  })

  it('are there for the messages after the first, which does not wait', async () => {
    assert.deepEqual(names(), [])
    await loaded('catJam', 'peepoHappy', ':tf:', 'LilZ')
    const own = emotes.of(1, 'twitch').get('peepoHappy')
    assert.equal(own?.image, 'https://cdn.7tv.app/emote/01MINE/2x.webp', 'the channel’s own wins')
    assert.equal(emotes.of(1, 'twitch').get('catJam')?.source, '7tv', 'the first service wins')
    // 7TV and BetterTTV know the channel, FrankerFaceZ does not.
    assert.equal(server.requests.length, 6)
  })

  // The flag is that of an emote in a set, ActiveEmoteFlagModel in the source of 7TV. BetterTTV marks nothing: the names
  // stand in the sources of Chatterino and of other clients. No recorded answer was found.
  it('that have no width of their own are known as such, of 7TV by their flag and of BetterTTV by their names', async () => {
    changed['/v3/users/twitch/50001'] = {
      emote_set: {
        emotes: [
          { id: '01OWN', name: 'catJam', flags: 0, data: { flags: 256 } },
          { id: '01RAIN', name: 'RainTime', flags: 1, data: { flags: 256 } },
        ],
      },
    }
    changed['/3/cached/emotes/global'] = [
      { id: 'b1', code: ':tf:' },
      { id: '567b5b520e984428652809b6', code: 'SoSnowy' },
    ]
    changed['/3/cached/users/twitch/50001'] = { channelEmotes: [{ id: 'b9', code: 'TopHat' }], sharedEmotes: [] }
    names()
    await loaded('catJam', 'RainTime', 'peepoHappy', ':tf:', 'SoSnowy', 'TopHat', 'LilZ')
    const over = [...emotes.of(1, 'twitch').values()].filter(({ is_overlay }) => is_overlay === true)
    assert.deepEqual(over.map(({ name }) => name).sort(), ['RainTime', 'SoSnowy'])
  })

  it('of FrankerFaceZ are those of the channel on YouTube too', async () => {
    const room = '/v1/room/yt/50001'
    changed[room] = {
      room: { set: 7 },
      sets: { 7: { emoticons: [{ id: 12, name: 'YtOwn', urls: { 1: 'u', 2: 'v' } }] } },
    }
    wanted = ['ffz']
    const known = () => [...emotes.of(2, 'youtube').keys()].sort()
    known()
    await eventually('the room', () => known().join() === 'LilZ,YtOwn')
    assert.ok(server.requests.some(({ path }) => path === room))
  })

  it('send nothing but the address', async () => {
    names()
    await eventually('all are asked', () => server.requests.length === 6)
    for (const { method, headers, text } of server.requests) {
      assert.deepEqual([method, text, headers.cookie, headers.referer], ['GET', '', undefined, undefined])
    }
  })

  it('are asked for again after half an hour, not before', async () => {
    names()
    await loaded('catJam', 'peepoHappy', ':tf:', 'LilZ')
    changed['/v3/emote-sets/global'] = { emotes: [{ id: '01NEW', name: 'newOne' }] }
    clock.pass(6 * minuteMs)
    names()
    await turns()
    assert.equal(server.requests.length, 6)
    clock.pass(30 * minuteMs)
    names()
    await loaded('catJam', 'peepoHappy', ':tf:', 'LilZ', 'newOne')
  })

  for (const fault of ['500', 'malformed', 'cut', 'redirect'] as const) {
    it(`of a service that fails (${fault}) are left out, and the others are shown`, async () => {
      // Both sets of 7TV.
      server.plan(fault, { on: /v3/, times: 2 })
      names()
      await loaded(':tf:', 'LilZ', 'catJam')
      assert.ok(logLines.some((line) => line.includes('could not load emotes') && line.includes('7tv')))
      const asked = server.requests.length
      names()
      await turns()
      assert.equal(server.requests.length, asked, 'it is not asked again at once')
    })
  }

  it('follow the settings and the account', async () => {
    names()
    await loaded('catJam', 'peepoHappy', ':tf:', 'LilZ')
    wanted = ['ffz']
    bus.publish('settings-changed', { channelId: 1 })
    names()
    await loaded('LilZ')
    wanted = ['7tv']
    account = '777'
    bus.publish('accounts-changed', { channelId: 1, platform: 'twitch' })
    names()
    await loaded('peepoHappy')
  })
})
