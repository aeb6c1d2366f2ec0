import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { type FakeVts, startFakeVts } from '../fakes/vts.ts'

const connected = new WeakMap<TestApp, FakeVts>()

/** Connects the channel of the app with a fake VTube Studio of its own, as the panel does. It ends with the process. */
export async function connectFakeVts(app: TestApp): Promise<undefined> {
  if (connected.has(app)) return
  const vts = await startFakeVts()
  vts.unref()
  connected.set(app, vts)
  await saveVts(app, vts.url)
  await vtsConnected(app)
}

/** Enters the address, as the panel does. */
export async function saveVts(app: TestApp, url: string): Promise<void> {
  const store = await app.ctx.serviceSetups.save(app.cause, 'vts', [{ name: 'url', value: url }])
  await app.ctx.db.write(store)
  await app.ctx.serviceSetups.settled()
}

export async function vtsConnected(app: TestApp): Promise<void> {
  await eventually('VTube Studio is connected', () => app.ctx.vts.snapshotOf(app.channel.id) !== undefined)
}

/** The state of the connection and its sentence. */
export function vtsStatus(app: TestApp): string {
  const status = app.ctx.vts.connectionOf(app.channel.id)
  return status === undefined ? 'off' : `${status.state}: ${status.message}`
}

export async function vtsIs(app: TestApp, state: string): Promise<void> {
  await eventually(`VTube Studio to be ${state}`, () => vtsStatus(app).startsWith(`${state}:`))
}
