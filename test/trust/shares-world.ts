import { automationRun, type WrittenAutomation } from '../../src/capabilities/automations/contract/automations.ts'
import { makeSandboxChannel } from '../../src/capabilities/first-start/sandbox-channel.ts'
import type { Channel } from '../../src/kernel/operation/channel.ts'
import type { Context } from '../../src/kernel/operation/context.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { defaultsOf } from '../../src/kernel/schema/schema.ts'
import { withWorld } from './world.ts'

/** So many that the calls of a run meet no limit. */
const keyCount = 60
const busyAutomations = 5
const startsPerMinute = 600

/** What a client of a channel needs to use it. */
export interface Tenant {
  readonly keys: readonly string[]
  readonly cookie: string
  readonly overlayToken: string
}

/** Two channels on one server. What the busy one runs calls an address, which need not answer. */
export async function openNeighbours(
  dataFolder: string,
  busyAddress: string,
): Promise<{ readonly busy: Tenant; readonly calm: Tenant }> {
  return withWorld({ dataFolder }, async ({ ctx, channel: calm }) => {
    const { channel: busy } = await ctx.db.write((tx) => makeSandboxChannel(ctx, tx, 'busy'))
    const call = { type: 'http_request', url: `${busyAddress}/call` }
    await addCommand(ctx, busy, 'slow', { actions: { version: 1, steps: [call] } })
    await addCommand(ctx, calm, 'greet', { message: 'Hello!' })
    for (let n = 0; n < busyAutomations; n++) await addAutomation(ctx, busy, `slow ${n}`, call)
    await addAutomation(ctx, calm, 'count', { type: 'value', name: 'counted', set: '$(event.delta)' })
    await ctx.db.write((tx) => ctx.settings.set(tx, causeOf(busy), 'outgoing', { hosts: ['127.0.0.1'] }))
    return { busy: await tenantOf(ctx, busy), calm: await tenantOf(ctx, calm) }
  })
}

function causeOf(channel: Channel) {
  return { channel, actor: 'test', requestId: 'test' }
}

async function addCommand(ctx: Context, channel: Channel, command: string, more: object): Promise<void> {
  const free = { cooldownGlobalSeconds: 0, cooldownUserSeconds: 0, platforms: ['kick'] as const }
  await ctx.db.write((tx) => ctx.commands.create(tx, channel.id, { ...free, ...more, command }))
}

async function addAutomation(
  ctx: Context,
  channel: Channel,
  name: string,
  step: Readonly<Record<string, unknown>>,
): Promise<void> {
  const written: WrittenAutomation = {
    version: 1,
    name,
    active: 1,
    trigger: { type: 'event', event: 'points.changed' },
    conditions: [],
    run: { ...defaultsOf(automationRun), limit_per_minute: startsPerMinute },
    steps: [step],
  }
  await ctx.db.write((tx) => ctx.automationParts.automations.save(tx, causeOf(channel), written))
}

async function tenantOf(ctx: Context, channel: Channel): Promise<Tenant> {
  const keys = await ctx.db.write(async (tx) => {
    const made: string[] = []
    while (made.length < keyCount) {
      made.push((await ctx.keys.create(tx, causeOf(channel), { name: 'test', scopes: allScopes })).key)
    }
    return made
  })
  const { session } = await ctx.sessions.redeem(await ctx.sessions.makeLink(channel), 'test')
  const link = await ctx.overlays.link(channel)
  return { keys, cookie: `showcaller_session=${session}`, overlayToken: link.slice(link.indexOf('#') + 1) }
}
