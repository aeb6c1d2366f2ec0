import { firstSteps } from '../../src/capabilities/home/contract/first-steps.ts'
import { deliveryRows } from '../../src/capabilities/webhooks/delivery-rows.ts'
import type { Operation } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations.ts'
import { sandboxName } from '../../src/platforms/sandbox/connector.ts'
import type { TestApp } from '../create-test-app.ts'
import { connectFakeDiscord } from '../discord/connect-fake-discord.ts'
import { connectFakeObs } from '../obs/connect-fake-obs.ts'
import { readDatabase } from '../read-database.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { TestAnswer } from '../test-answer.ts'
import { connectFakeVts } from '../vts/connect-fake-vts.ts'

type Input = Readonly<Record<string, unknown>>

/** What must be there before the example of an operation works again, and what it changes in the example. */
export const preparations: Readonly<Record<string, (testApp: TestApp) => Promise<Input | undefined>>> = {
  ...Object.fromEntries(operations.filter(({ group }) => group === 'OBS').map(({ name }) => [name, connectFakeObs])),
  ...Object.fromEntries(
    operations.filter(({ group }) => group === 'Discord').map(({ name }) => [name, connectFakeDiscord]),
  ),
  'list-vts-hotkeys': connectFakeVts,
  'vts-trigger': connectFakeVts,
  'create-reward': (testApp) => quietly(testApp, 'delete-reward', { platform: 'PlatformB', reward_id: 'Stretch' }),
  'update-reward': hydrate,
  'delete-reward': hydrate,
  'update-redemption': async (testApp) => {
    await hydrate(testApp)
    const platform = testApp.app.names.word('PlatformB')
    const body = { platform, username: 'alice', reward: 'Hydrate' }
    return { redemption_id: (await sandboxCall(testApp, 'redeem', body)).body.id }
  },
  'delete-automation': thankFollowers,
  'run-automation': thankFollowers,
  'toggle-automation': thankFollowers,
  'dry-run-automation': thankFollowers,
  'get-automation-run': async (testApp) => {
    await thankFollowers(testApp)
    const { automations, engine } = testApp.ctx.automationParts
    const { channel } = testApp
    const automation = await automations.get(testApp.ctx.db, channel.id, { name: 'Thank followers' })
    const occurrence = { trigger: 'manual', data: {}, depth: 1 } as const
    const run = await testApp.ctx.db.write((tx) => engine.startNow(tx, channel, automation, occurrence))
    await testApp.app.bot.settled()
    return { run_id: run }
  },
  'pin-message': (testApp) => sayOnTwitch(testApp),
  'unpin-message': async (testApp) => {
    const { message_id } = await sayOnTwitch(testApp)
    return quietly(testApp, 'pin-message', { message_id, platform: 'PlatformB' })
  },
  'cancel-raid': (testApp) => quietly(testApp, 'raid', { username: 'bob', platform: 'PlatformB' }),
  'end-broadcast': (testApp) => quietly(testApp, 'start-broadcast', { platform: 'PlatformC' }),
  // A stream of the sandbox has three snoozes.
  'snooze-ad': async ({ app, ctx, channel }) => {
    const { account, connector } = await ctx.platforms.get(channel.id, 'twitch')
    if (connector.name !== sandboxName) return undefined
    for (const live of [false, true]) await app.sandbox.world.setLive(account, live)
    return undefined
  },
  'get-value': deaths,
  'add-to-value': async (testApp) => {
    await deaths(testApp)
    return queue(testApp)
  },
  'delete-value': deaths,
  'remove-from-value': queue,
  'create-poll': (testApp) => quietly(testApp, 'end-poll', {}),
  'end-poll': (testApp) =>
    quietly(testApp, 'create-poll', { title: 'Which game next?', options: ['Chess', 'Minecraft'], seconds: 60 }),
  'create-prediction': (testApp) => quietly(testApp, 'end-prediction', {}),
  'end-prediction': (testApp) =>
    quietly(testApp, 'create-prediction', { title: 'Do we win this round?', options: ['Yes', 'No'], seconds: 120 }),
  'list-cues': show,
  'go-cue': show,
  'standby-cue': show,
  'jump-to-cue': show,
  'hold-cues': show,
  'stop-cues': show,
  'get-show-report': async (testApp) => {
    await show(testApp)
    await quietly(testApp, 'go-cue', {})
    return quietly(testApp, 'stop-cues', { take_lead: true })
  },
  'delete-show': async (testApp) => ({ id: await oneShow(testApp) }),
  'enter-round': (testApp) => openRound(testApp, giveaway),
  'close-round': (testApp) =>
    openRound(testApp, { kind: 'poll', title: 'Which game?', options: ['Chess', 'Minecraft'] }),
  'draw-round': async (testApp) => {
    const opened = await openRound(testApp, giveaway)
    await enter(testApp, opened.id)
    return opened
  },
  'cancel-round': (testApp) => openRound(testApp, giveaway),
  'request-song': async (testApp) => {
    await clearRequests(testApp)
    return undefined
  },
  'remove-song-request': async (testApp) => {
    await clearRequests(testApp)
    return { id: await requestSong(testApp) }
  },
  'update-widget': async ({ ctx, cause }) => {
    const place = { x: 50, y: 50, width: 30, height: 12, rotation: 0, layer: 0 }
    const draft = { name: 'Follower goal', settings: {}, place, isEnabled: true, hasOwnLink: false }
    return { id: (await ctx.db.write((tx) => ctx.widgets.create(tx, cause, 'goal', draft))).id }
  },
  // A key only narrows a webhook.
  'update-webhook': (testApp) => webhook(testApp, ['channel.follow', 'points.*']),
  'delete-webhook': (testApp) => webhook(testApp),
  'roll-webhook-secret': (testApp) => webhook(testApp),
  'test-webhook': (testApp) => webhook(testApp),
  'list-webhook-deliveries': (testApp) => webhook(testApp),
  'resend-webhook-delivery': async (testApp) => {
    const { id } = await webhook(testApp)
    const place = { channelId: testApp.channel.id, id }
    const event = { seq: 1, type: 'points.changed' }
    // Far away, so that nothing tries to deliver it meanwhile.
    const later = Date.UTC(2100, 0)
    const delivery_id = await testApp.ctx.db.write((tx) => deliveryRows.insert(tx, place, event, later))
    return { id, delivery_id }
  },
}

/** The one webhook, with an address that nothing is ever sent to: no event that a test causes has its type by default. */
async function webhook(testApp: TestApp, types: readonly string[] = ['hype-train.begin']): Promise<{ id: string }> {
  const { ctx, cause } = testApp
  const url = 'http://127.0.0.1:9/'
  return ctx.db.write(async (tx) => {
    for (const { id } of await ctx.webhooks.list(tx, cause)) await ctx.webhooks.remove(tx, cause, id)
    return { id: (await ctx.webhooks.create(tx, cause, { url, types, name: 'Lights' })).id }
  })
}

/** One show and no other, which nobody runs. */
async function show(testApp: TestApp): Promise<undefined> {
  await oneShow(testApp)
}

async function oneShow(testApp: TestApp): Promise<number> {
  const { ctx, cause } = testApp
  const cues = [{ number: '1', name: 'Opening', notes: '', start: 'go', pre_wait: 0, post_wait: 0, steps: [] }]
  const listed = await ctx.shows.list(testApp.channel)
  return ctx.db.write(async (tx) => {
    for (const { id } of listed) {
      const known = await ctx.shows.get(tx, testApp.channel.id, id)
      await ctx.showRuns.abandon(tx, cause, known)
      await ctx.shows.remove(tx, cause, known)
    }
    return (await ctx.shows.save(tx, cause, undefined, { version: 1, name: 'Friday show', cues })).id
  })
}

function deaths(testApp: TestApp): Promise<undefined> {
  return quietly(testApp, 'set-value', { name: 'deaths', value: 3 })
}

function queue(testApp: TestApp): Promise<undefined> {
  return quietly(testApp, 'set-value', { name: 'queue', value: ['alice', 'bob'] })
}

const giveaway = { kind: 'giveaway', title: 'A keyboard' } as const

/** The one round that is open. */
async function openRound(testApp: TestApp, body: Input): Promise<{ id: number }> {
  const { channel, cause } = testApp
  const { rounds, db } = testApp.ctx
  for (const { round } of await rounds.list(channel.id, { status: 'open', limit: 20 })) {
    await db.write(await rounds.prepareCancel(cause, round.id))
  }
  const { key, id } = await testApp.makeKey()
  const { body: opened } = await testApp.call(testApp.app.names.operation('open-round'), body, { key })
  await testApp.ctx.keys.revoke(cause, id)
  return { id: opened.id }
}

async function enter(testApp: TestApp, round: number): Promise<void> {
  const { channel, cause } = testApp
  const { viewers, rounds, db } = testApp.ctx
  const found = await viewers.resolve(channel, 'kick', { username: 'alice' })
  await db.write(async (tx) => rounds.enter(tx, cause, round, await viewers.ensure(tx, channel, found), {}))
}

/** No song waits, so that every song can be requested. */
async function clearRequests({ ctx, channel, cause }: TestApp): Promise<void> {
  const { waiting } = await ctx.songRequests.list(channel.id)
  await ctx.db.write(async (tx) => {
    for (const { id } of waiting) await ctx.songRequests.remove(tx, cause, id)
  })
}

async function requestSong({ ctx, channel, cause }: TestApp): Promise<number> {
  const viewer = await ctx.viewers.get(channel, 'kick', { username: 'alice' })
  return (await ctx.songRequests.request(cause, viewer, 'In the Wings')).request.id
}

/** An automation that does nothing, so that its runs leave nothing but their record. */
async function thankFollowers(testApp: TestApp): Promise<undefined> {
  const { automations } = testApp.ctx.automationParts
  const automation = { name: 'Thank followers', trigger: { type: 'manual' }, steps: [], conditions: [] } as const
  const written = { ...automation, version: 1, active: 1 } as const
  await testApp.ctx.db.write((tx) => automations.save(tx, testApp.cause, written))
  return undefined
}

/** One reward and no other, so that no title is taken. */
async function hydrate(testApp: TestApp): Promise<undefined> {
  const { channel } = testApp
  for (const { id } of await testApp.ctx.rewards.list(channel, 'twitch')) {
    await testApp.ctx.rewards.remove(channel, 'twitch', id)
  }
  return quietly(testApp, 'create-reward', { platform: 'PlatformB', title: 'Hydrate', cost: 100 })
}

async function sayOnTwitch(testApp: TestApp): Promise<{ message_id: string }> {
  const platform = testApp.app.names.word('PlatformB')
  const { body } = await sandboxCall(testApp, 'chat', { platform, username: 'alice', text: 'Keep this' })
  return { message_id: body.id }
}

/** With a key of its own, so that no limit is used up; what is there already may be refused. */
async function quietly(testApp: TestApp, operation: string, input: Input): Promise<undefined> {
  const { key, id } = await testApp.makeKey()
  const { platform, ...rest } = input
  const named = platform === undefined ? {} : { platform: testApp.app.names.word(String(platform)) }
  await testApp.call(operation, { ...rest, ...named }, { status: 'any', key })
  await testApp.ctx.keys.revoke(testApp.cause, id)
}

/** The key that calls of an app are made with, and how often each operation was called with it. */
interface UsedKey {
  readonly id: string
  readonly key: string
  readonly calls: Map<string, number>
}

/** One for all operations, because an app has at most 200 keys. */
const usedKeys = new WeakMap<TestApp, UsedKey>()

/** Calls as often as needed: a key that has used up its minute makes place for the next. */
export function createCaller(testApp: TestApp, { name, ratePerMinute, example }: Operation) {
  const onTheWire = testApp.app.names.operation(name)
  let replaced: Input = {}

  /** The example names something that does not exist in this app: its value is replaced by one that does. */
  function withReal(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return body
    const own = Object.entries(replaced).filter(([key]) => (body as Input)[key] === example.input[key])
    return { ...body, ...Object.fromEntries(own) }
  }

  async function send(body: unknown, headers: Record<string, string>): Promise<TestAnswer> {
    let current = usedKeys.get(testApp)
    const calls = current?.calls.get(name) ?? 0
    if (current === undefined || calls >= ratePerMinute) {
      if (current !== undefined) await testApp.ctx.keys.revoke(testApp.cause, current.id)
      current = { ...(await testApp.makeKey()), calls: new Map() }
      usedKeys.set(testApp, current)
    }
    current.calls.set(name, (current.calls.get(name) ?? 0) + 1)
    const answer = await testApp.call(onTheWire, withReal(body), { status: 'any', key: current.key, headers })
    // What a run writes after the answer belongs to this call.
    if (name === 'run-automation') await testApp.app.bot.settled()
    return answer
  }

  return async (body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> => {
    const answer = await send(body, headers)
    const prepare = preparations[name]
    const isLacking =
      answer.status === 404 ||
      answer.status === 502 ||
      ['lead_required', 'song_request_refused'].includes(answer.body.code)
    if (prepare === undefined || !isLacking) return answer
    replaced = (await prepare(testApp)) ?? replaced
    return send(body, headers)
  }
}

export type Observer = Awaited<ReturnType<typeof createObserver>>

/** Reads the database from outside, as it stands on the disk. Only calls change it, however long a test takes. */
export async function createObserver(testApp: TestApp) {
  // The checklist of a new channel is stored a moment after what it notices, also of other calls: here it is done.
  await testApp.ctx.db.write(async (tx) => {
    for (const step of firstSteps) await testApp.ctx.firstSteps.mark(tx, testApp.channel.id, step)
  })
  await testApp.app.bot.stop()
  await testApp.app.cuePlayer.stop()
  await testApp.app.voiceEnds.stop()
  const database = await readDatabase(testApp)
  let last: { readonly version: string; readonly rows: Record<string, unknown> } | undefined
  return {
    /** All rows of all tables, but for what using a key leaves behind and the delivery status of overlay items. */
    async snapshot(): Promise<Record<string, unknown>> {
      // What calls changed before is copied to the test channel a moment later, and whether their events start an
      // automation is found out then too.
      await Promise.all([testApp.app.testChannelMirror.settled(), testApp.app.bot.settled()])
      const version = await database.version()
      if (last?.version === version) return last.rows
      const tables = await database.tables((name) => !name.startsWith('api_key'))
      const rows = Object.fromEntries(Object.entries(tables).map(([name, found]) => [name, withoutTime(name, found)]))
      last = { version, rows }
      return rows
    },
    close: () => database.close(),
  }
}

function withoutTime(table: string, rows: Record<string, unknown>[]): Record<string, unknown>[] {
  // What OBS and VTube Studio report comes a moment later, also when a change in OBS undoes itself.
  if (table === 'events') return rows.filter(({ kind }) => !/^(?:key|obs|vts)\./.test(String(kind)))
  if (table === 'obs_undos') return []
  if (table === 'id_sequences') return rows.filter(({ name }) => name !== 'key-change')
  if (table === 'channels') return rows.map(({ last_event: _, ...rest }) => rest)
  if (table === 'firings') return rows.map(({ state: _, error: __, changed_at: ___, on_air: ____, ...rest }) => rest)
  return rows
}
