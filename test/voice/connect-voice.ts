import type { TestApp } from '../create-test-app.ts'
import { eventually } from '../eventually.ts'
import type { FakeObs } from '../fakes/obs.ts'
import { type FakeVoicemod, fakeVoicemodKey } from '../fakes/voicemod.ts'

/** Connects the channel of the app with Voicemod, as the panel does. */
export async function connectVoicemod(app: TestApp, fake: FakeVoicemod): Promise<void> {
  const fields = [
    { name: 'client_key', value: fakeVoicemodKey },
    { name: 'url', value: fake.url },
  ]
  const store = await app.ctx.serviceSetups.save(app.cause, 'voicemod', fields)
  await app.ctx.db.write(store)
  await voicemodConnected(app)
}

export async function voicemodConnected(app: TestApp): Promise<void> {
  await eventually('Voicemod is connected', () => app.ctx.voicemod.snapshotOf(app.channel.id) !== undefined)
}

/** The microphone of the fake OBS with two filters, which are effects. */
export async function chooseFilters(app: TestApp, obs: FakeObs): Promise<void> {
  obs.input('Mic').filters = [
    { name: 'Pitch down', enabled: false },
    { name: 'Reverb', enabled: false },
  ]
  const filters = [
    { filter: 'Pitch down', name: 'Giant' },
    { filter: 'Reverb', name: 'Cathedral' },
  ]
  await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'microphone', { input: 'Mic', filters }))
}

/** The voice effects of the log since then, as `started robot` or `ended robot time`. */
export function voiceLog(events: readonly { kind: string; data: Record<string, unknown> }[]): string[] {
  return events.flatMap(({ kind, data }) => {
    if (kind === 'voice-effect.started') return `started ${data.effect}`
    return kind === 'voice-effect.ended' ? `ended ${data.effect} ${data.ending}` : []
  })
}
