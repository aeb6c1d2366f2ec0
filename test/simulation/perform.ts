import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createApp } from '../../src/app.ts'
import { Failure } from '../../src/kernel/operation/contract/failures.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import type { PlatformUser } from '../../src/platforms/platform.ts'
import {
  type Action,
  isExcluded,
  isVip,
  nameOf,
  type Platform,
  rules,
  startOf,
  timeZone,
  writeScript,
} from './script.ts'

/** A process of its own, so that it can be killed: the server without its socket, on a clock that the script moves. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    viewers: { type: 'string', default: '100' },
    'messages-per-second': { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
    done: { type: 'string', default: '' },
  },
})
const size = {
  seed: Number(values.seed),
  minutes: Number(values.minutes),
  viewers: Number(values.viewers),
  messagesPerSecond: Number(values['messages-per-second']),
}
const from = Number(values.from)
const startsAt = startOf(size)
let now = startsAt
// Its rows are compared with the script, which has no alerts; and runs that a kill cut off are closed by a start of the
// server, which this is not.
const deleteAutomations = sql<Record<never, never>>('DELETE FROM automations')
const setTimeZone = sql<{ id: number; zone: string }>('UPDATE channels SET time_zone = :zone WHERE id = :id')

async function open() {
  return createApp(
    {
      host: '127.0.0.1',
      port: 0,
      dataFolder: values.folder,
      naming: 'spec',
      trustedProxies: [],
      publicUrl: undefined,
      logLevel: 'error',
      secret: undefined,
    },
    { clock: { now: () => now, steady: () => performance.now() }, sandboxViewers: size.viewers },
  )
}

let app = await open()
if (from === 0) {
  await setTheStage()
  // A channel is remembered as it was: it is opened again in its new time zone.
  await app.close()
  app = await open()
}
const { bot, ctx, sandbox } = app
const [channel] = await ctx.channels.list()
if (channel === undefined) throw new Error('there is no channel')
const channelId = channel.id

for (const [second, { bans, others, lines }] of writeScript(size).entries()) {
  if (second < from) continue
  now = startsAt + second * 1000
  if (second > 0 && second % 60 === 0) {
    // This one does not tell who is there, so that both ways of knowing are used.
    sandbox.failNext('twitch', 'refuse', 'listPresent')
    await bot.watchMinutes.tick()
  }
  for (const action of bans) await happen(action)
  await Promise.all(others.map(happen))
  await Promise.all(lines.map(happen))
  appendFileSync(values.done, `${second}\n`)
}
await bot.settled()
await app.close()

async function setTheStage(): Promise<void> {
  const [first] = await app.ctx.channels.list()
  if (first === undefined) throw new Error('the first start made no channel')
  const cause = { channel: first, actor: 'simulation', requestId: 'simulation' }
  const names = Array.from({ length: size.viewers }, (_, viewer) => viewer)
    .filter(isExcluded)
    .map(nameOf)
  await app.ctx.db.write(async (tx) => {
    await tx.run(setTimeZone, { id: first.id, zone: timeZone })
    await tx.run(deleteAutomations, {})
    await app.ctx.settings.set(tx, cause, 'excluded', { names: names.slice(0, 500) })
    await app.ctx.settings.set(tx, cause, 'watch_time', { presence_minutes: rules.presenceMinutes })
    await app.ctx.settings.set(tx, cause, 'earning', {
      enabled: true,
      per_minute: rules.perMinute,
      per_message: rules.perMessage,
      message_window_seconds: rules.windowSeconds,
      follow: rules.follow,
      subscription: rules.subscription,
      gift: rules.gift,
      raid: rules.raid,
      max_per_hour: rules.maxPerHour,
      multipliers: rules.multipliers,
    })
  })
}

async function accountOn(platform: Platform) {
  return (await ctx.platforms.get(channelId, platform)).account
}

function userOn(platform: Platform, viewer: number): PlatformUser {
  const user = sandbox.world.getUser(platform, nameOf(viewer))
  return { ...user, roles: isVip(viewer) ? ['vip'] : [] }
}

async function happen(action: Action): Promise<void> {
  const { id, platform, viewer } = action
  const account = await accountOn(platform)
  const user = userOn(platform, viewer)
  const { world } = sandbox
  try {
    switch (action.kind) {
      case 'join':
        return await world.join(account, user)
      case 'chat':
        return void (await world.say(account, user, action.text, { id }))
      case 'follow':
        return await world.follow(account, user, id)
      case 'subscribe': {
        const giver = action.giver === null ? {} : { giver: userOn(platform, action.giver) }
        return await world.subscribe(account, user, { tier: 1, months: action.months, ...giver }, id)
      }
      case 'raid':
        return await world.raid(account, user, action.viewers, id)
      case 'bits':
        return await world.cheer(account, user, { amount: action.amount, message: '' }, id)
      case 'ban':
        return await world.ban(account, { user, minutes: action.minutes, reason: 'simulation', moderator: 'mod' }, id)
    }
  } catch (error) {
    // Whoever is banned is refused, and that is how it should be.
    if (!(error instanceof Failure) || error.code !== 'platform_refused') throw error
  }
}
