import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import { type FakeObs, fakeObsPassword, startFakeObs } from '../fakes/obs.ts'

const connected = new WeakMap<TestApp, FakeObs>()

/** Connects the channel of the app with a fake OBS of its own, as the panel does. It ends with the process. */
export async function connectFakeObs(app: TestApp): Promise<undefined> {
  await fakeObsOf(app)
}

export async function fakeObsOf(app: TestApp): Promise<FakeObs> {
  const known = connected.get(app)
  if (known !== undefined) return known
  const obs = await startFakeObs()
  obs.unref()
  connected.set(app, obs)
  const fields = [
    { name: 'url', value: obs.url },
    { name: 'password', value: fakeObsPassword },
  ]
  const store = await app.ctx.serviceSetups.save(app.cause, 'obs', fields)
  await app.ctx.db.write(store)
  await eventually('OBS is connected', async () => (await app.ctx.obs.status(app)).isConnected)
  return obs
}
