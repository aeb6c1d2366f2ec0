import { donatedIn } from '../../src/capabilities/donations/contract/events.ts'
import { makeSandboxChannel } from '../../src/capabilities/first-start/sandbox-channel.ts'
import type { Clock } from '../../src/kernel/ambient.ts'
import { allScopes, type Scope } from '../../src/kernel/operation/contract/scopes.ts'
import { createTestApp } from '../../test/create-test-app.ts'
import { panelClient } from '../../test/panel/panel-client.ts'
import { sandboxCall } from '../../test/sandbox/sandbox-calls.ts'
import { pressSignIn, sessionIn } from '../../test/sign-in-link.ts'
import { messagesAt, recordViewers } from './demo-stream.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const regulars: readonly (readonly [name: string, points: number, minutes: number])[] = [
  ['NightOwlNina', 18_450, 9_240],
  ['pixelpetra', 14_120, 7_815],
  ['TheoPlays', 11_875, 8_002],
  ['sambaqueen', 9_640, 5_130],
  ['old_man_river', 8_205, 6_604],
  ['Kestrel', 7_310, 3_377],
  ['mona_makes', 6_980, 4_415],
  ['dr_dice', 5_555, 2_960],
  ['LucaTheLoud', 4_870, 3_102],
  ['hibiscus', 4_215, 2_288],
  ['tinyteapot', 3_990, 1_961],
  ['Bramblewood', 3_120, 1_507],
  ['zeroclock', 2_875, 2_044],
  ['VioletVolt', 2_310, 986],
  ['papa_penguin', 1_845, 1_122],
  ['quietquinn', 1_320, 2_430],
]
const tablet =
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/604.1'
const said = ['Back in two minutes.', 'Thanks for being here.', 'New video on Friday.', 'Song requests are open.']

/** Settings of the demo broadcaster. */
const habits = {
  earning: {
    enabled: true,
    per_minute: 1,
    per_message: 2,
    follow: 50,
    subscription: 250,
    raid: 100,
    max_per_hour: 180,
  },
  auto_moderation: { links: { enabled: true, allowed: ['youtube.com', 'clips.kick.com'] }, caps: { enabled: true } },
}

/** Automations of the demo broadcaster. */
const automations = [
  {
    name: 'Thank followers',
    trigger: { type: 'event', event: 'follow', where: { is_first: 1 } },
    steps: [{ type: 'audio_alert', name: 'Tada', wait_for_overlay: true }],
  },
  {
    name: 'Fireworks for a raid',
    trigger: { type: 'event', event: 'raid', where: { viewers: { at_least: 10 } } },
    steps: [{ type: 'effect', overlay_id: 'fireworks', wait_for_overlay: true }],
  },
  {
    name: 'Read large cheers aloud',
    trigger: { type: 'event', event: 'bits', where: { amount: { at_least: 100 } } },
    steps: [{ type: 'tts', text: '$(displayname) cheers: $(event.message)', wait_for_overlay: true }],
  },
]

export type Evening = Awaited<ReturnType<typeof createEvening>>

/** A channel in the middle of a stream, with a week of history: every page has content. */
export async function createEvening() {
  let backMs = 8 * dayMs
  const clock: Clock = { now: () => Date.now() - backMs, steady: () => performance.now() }
  const app = await createTestApp({ clock })
  const { ctx } = app
  const { channel } = await ctx.db.write((tx) => makeSandboxChannel(ctx, tx, 'marlow'))
  const cause = { channel, actor: 'first-start', requestId: 'first-start' }

  function makeKey(name: string, scopes: readonly Scope[], more: { isTest?: boolean; addresses?: string[] } = {}) {
    return ctx.db.write((tx) => ctx.keys.create(tx, cause, { name, scopes, ...more }))
  }
  const deck = await makeKey('Stream Deck', allScopes)
  const points = await makeKey('Points bot', ['points:read', 'points:write', 'watchtime:write', 'chat:bot'])
  const home = await makeKey('Home Assistant', ['stream:read', 'effects:trigger'], { addresses: ['127.0.0.0/8'] })
  await makeKey('Testing', ['alerts:trigger', 'tts:write'], { isTest: true })

  const call = (operation: string, body: object = {}, key = deck.key) => app.call(operation, body, { key })
  const happen = (action: string, body: object) => sandboxCall(app, action, body, { key: deck.key })
  const signIn = async () => {
    const link = `${app.url}/sign-in?link=${await ctx.sessions.makeLink(channel)}`
    return panelClient(app, sessionIn(await pressSignIn(link, { 'User-Agent': tablet })) ?? '')
  }
  /** Sets the clock: events from now on happen this many minutes before the present. */
  const at = (minutesAgo: number) => {
    backMs = minutesAgo * minuteMs
  }

  const rows = regulars.map(([username, balance, minutes], index) => ({
    line: index + 2,
    user_id: String(5_104_200 + index * 7_919),
    username,
    points: String(balance - 400),
    coin: String(index % 3 === 0 ? 12 : 0),
    watch_minutes: String(minutes - 600),
  }))
  const owner = await signIn()
  await owner.call('import-viewers', { platform: 'kick', rows })
  await owner.call('import-viewers', { platform: 'twitch', rows: rows.slice(0, 6) })
  await owner.call('set-time-zone', { time_zone: 'Europe/Lisbon' })
  for (const [name, value] of Object.entries(habits)) await owner.call('save-setting', { name, value })
  for (const automation of automations) await call('save-automation', automation)

  /** Adds minutes of watch time on a day, some chat messages, and points for the minutes, as the bot does. */
  async function watched(username: string, minutes: number): Promise<void> {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const seen = { channel, actor: `key:${points.id}`, requestId: `watched-${day}-${username}` }
    const { id, userId, displayname } = await ctx.viewers.get(channel, 'kick', { username })
    await ctx.db.write(async (tx) => {
      for (let line = 0; line < minutes / 6; line++) {
        const event = { kind: 'chat', id: `${seen.requestId}-${line}`, text: 'Bravo', roles: [] } as const
        await ctx.activity.record(tx, channel, 'kick', { ...event, user: { id: userId, username, displayname } })
      }
      const viewer = () => ctx.viewers.getKnown(tx, channel.id, id)
      await ctx.watchTime.adjust(tx, seen, await viewer(), { mode: 'add', amount: minutes, day })
      await ctx.points.add(tx, seen, await viewer(), minutes, 'Watched')
    })
  }

  for (let day = 7; day > 0; day--) {
    const there = regulars.filter((_one, index) => index < 2 || (index * 5 + day * 3) % 7 > 1)
    for (const [index, [username]] of there.entries()) {
      at(day * 24 * 60 + 130 - index * 3)
      await watched(username, 35 + ((index * 37 + day * 53) % 110))
    }
    await call('get-stream-meta', {}, home.key)
    for (let press = 0; press < 4 + ((day * 5) % 6); press++) {
      at(day * 24 * 60 + 100 - press * 11)
      await call('send-message', { message: said[press % said.length] })
      if (press % 2 === 0) await call('get-points-top', { platform: 'PlatformA' }, points.key)
      await ctx.usage.flush()
    }
  }
  await tonight()

  async function tonight(): Promise<void> {
    at(104)
    const me = await signIn()
    for (const platform of ['PlatformA', 'PlatformB']) {
      await happen('set-live', { platform, live: false })
      await happen('set-live', { platform, live: true })
    }
    const title = 'Building a puppet theatre in one evening'
    await me.call('set-stream-meta', { title, game: 'Art' })
    await ctx.db.write(async (tx) => {
      const data = { title, category: 'Art', started_at: null }
      for (const platform of ['kick', 'twitch'] as const)
        await ctx.events.appendNew(tx, cause, { kind: 'stream.online', platform, data })
    })
    const shares = { kick: 0.62, twitch: 0.38 }
    await recordViewers(app, channel.id, { from: clock.now(), minutes: 104, shares, raid: 104 - 48 })
    await chatted()
    at(97)
    await me.call('invite-person', { name: 'Mara', role: 'editor' })
    await me.call('invite-person', { name: 'Jonas', role: 'moderator' })
    for (const [index, [username]] of regulars.slice(0, 7).entries()) {
      at(88 - index)
      await watched(username, 60)
    }
    for (const [index, name] of ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'].entries()) {
      at(78 - index * 3)
      await happen(index % 3 === 2 ? 'follow' : 'join', {
        platform: index % 2 ? 'PlatformB' : 'PlatformA',
        username: name,
      })
    }
    at(61)
    await happen('subscribe', { platform: 'PlatformA', username: 'olivia', tier: 1, months: 7 })
    at(48)
    await happen('raid', { platform: 'PlatformB', username: 'rupert', viewers: 38 })
    at(39)
    const gift = { user_id: '', username: 'mona_makes', displayname: 'Mona', amount: 20, currency: 'USD' }
    const source = { origin: 'provider:streamelements', provider: 'streamelements', is_test: 0 } as const
    await ctx.db.write((tx) =>
      ctx.events.appendNew(tx, cause, {
        kind: 'donation',
        data: { ...gift, ...donatedIn(gift), ...source, message: 'For the next curtain.' },
      }),
    )
    at(33)
    await call('add-points', { username: 'carol', amount: 250, platform: 'PlatformA' }, points.key)
    at(27)
    await call('clip', { title: 'The curtain falls off' })
    at(21)
    await happen('bits', { platform: 'PlatformB', username: 'heidi', amount: 250, message: 'for more velvet' })
    at(14)
    await call('run-command', { command: 'party', username: 'alice' })
    at(11)
    const [{ id }] = (await me.call('list-viewers', { platform: 'kick', search: 'pixelpetra' })).body.viewers
    await me.call('adjust-balance', { viewer_id: id, mode: 'add', amount: 150, reason: 'Guessed the play' })
    at(6)
    await call('send-message', { message: 'Poll is up: red or green velvet?' })
    at(4)
    await happen('ban', { platform: 'PlatformA', username: 'mallory', reason: 'Spam.', minutes: 10 })
    at(0)
  }

  /** The chat of the whole stream, liveliest when something happens. */
  async function chatted(): Promise<void> {
    const people = await Promise.all(regulars.map(([username]) => ctx.viewers.get(channel, 'kick', { username })))
    for (let minute = 0; minute < 104; minute++) {
      at(104 - minute)
      await ctx.db.write(async (tx) => {
        for (let line = 0; line < messagesAt(minute, [2, 43, 56, 77, 83, 90]); line++) {
          const person = people[(minute * 7 + line * 3) % people.length]
          if (person === undefined) continue
          const user = { id: person.userId, username: person.username, displayname: person.displayname }
          const event = { kind: 'chat', id: `tonight-${minute}-${line}`, text: 'Bravo', roles: [] } as const
          await ctx.activity.record(tx, channel, 'kick', { ...event, user })
        }
      })
    }
  }

  return { ...app, channel, cause, key: deck.key, call, happen, signIn, at }
}
