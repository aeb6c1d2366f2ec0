import assert from 'node:assert/strict'
import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'

type Json = Readonly<Record<string, unknown>>

/** Everything that was set off is over. */
export async function settled(app: TestApp): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await app.app.bot.settled()
}

let made = 0
let reported = 0

/** What Kick reports, of somebody who need not exist in the sandbox. */
export async function report(
  app: TestApp,
  kind: 'follow' | 'chat',
  username: string,
  more: { readonly text?: string } = {},
): Promise<void> {
  const user = { id: `id-of-${username}`, username, displayname: username }
  const event = { id: `report-${++reported}`, user }
  const place = { channelId: app.channel.id, platform: 'kick' } as const
  await app.app.bot.feed(place, kind === 'chat' ? { ...event, kind, text: more.text ?? '' } : { ...event, kind })
}

/** Saves an automation under a name of its own. */
export async function makeAutomation(
  app: TestApp,
  trigger: Json,
  steps: readonly Json[],
  more: {
    readonly name?: string
    readonly run?: Json
    readonly conditions?: readonly Json[]
    readonly active?: 0 | 1
  } = {},
): Promise<number> {
  const { key } = await app.makeKey(['automations:write', 'vts:control'])
  const automation = { name: `made ${++made}`, trigger, steps, ...more }
  return (await app.call('save-automation', automation, { key })).body.id
}

export async function removeAutomations(app: TestApp): Promise<void> {
  const { automations } = app.ctx.automationParts
  for (const { id } of await automations.listNames(app.channel.id)) {
    await app.ctx.db.write((tx) => automations.remove(tx, app.cause, { id }))
  }
}

/** The runs of an automation, oldest first. */
export async function runsOf(app: TestApp, automation: number) {
  return (await app.ctx.automationParts.runs.list(app.channel.id, { automation, limit: 100 })).toReversed()
}

/** The only run, once it is over. */
export async function finishedRun(app: TestApp, automation: number) {
  await eventually('the run to be over', async () => {
    const [run] = await runsOf(app, automation)
    return run !== undefined && run.status !== 'running'
  })
  const runs = await runsOf(app, automation)
  assert.equal(runs.length, 1)
  const [run] = runs
  assert.ok(run)
  return run
}

/** Each step of a run as `path type status`. */
export function stepsOf({
  steps,
}: {
  readonly steps: readonly { path: string; type: string; status: string }[]
}): string[] {
  return steps.map(({ path, type, status }) => `${path} ${type} ${status}`)
}
