import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeVoicemod, startFakeVoicemod } from '../fakes/voicemod.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { connectVoicemod, voiceLog } from './connect-voice.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server again while effects wait for their end')

describe('voice effects and a restart of the server', () => {
  let app: TestApp
  let voicemod: FakeVoicemod
  const clock = createTestClock()
  before(async () => {
    voicemod = await startFakeVoicemod({ dialect: 'payload' })
    app = await createTestApp({ clock })
    await connectVoicemod(app, voicemod)
  })
  after(async () => {
    await app?.close()
    await voicemod?.close()
  })

  const active = () => app.ctx.voice.active(app.channel.id)
  const ended = async (seq: number) =>
    voiceLog(await eventsSince(app, seq)).filter((entry) => entry.startsWith('ended'))

  it('are ended by the next start, those whose time is over at once and the others at their time', async () => {
    const seq = await lastSeq(app)
    await app.call('voice-effect', { effect: 'robot', seconds: 1 })
    await app.call('voice-effect', { effect: 'voicemod:cave', seconds: 2, target: 'microphone' })
    assert.equal(voicemod.world.voice, 'cave')
    await app.close({ keepFolder: true })
    assert.equal(voicemod.world.voice, 'cave')
    clock.advance(1_000)
    app = await createTestApp({ clock, folder: app.folder })
    await eventually('the first has ended', async () => (await ended(seq)).length === 1)
    assert.deepEqual([await ended(seq), voicemod.world.voice], [['ended robot time'], 'cave'])
    clock.advance(1_000)
    await eventually('the voice is back', () => voicemod.world.voice === 'nofx' && !voicemod.world.isChangerOn)
    await eventually('both have ended', async () => (await active()).length === 0)
    assert.deepEqual(await ended(seq), ['ended robot time', 'ended voicemod:cave time'])
  })

  it('are refused and taken back when Voicemod does not change the voice in time', async () => {
    voicemod.stick(true)
    const body = { effect: 'voicemod:titan', target: 'microphone', seconds: 600 }
    const refused = await app.call('voice-effect', body, { status: 502 })
    assert.deepEqual(
      [refused.body.code, refused.body.error],
      ['voice_not_connected', 'Voicemod did not change the voice in time.'],
    )
    voicemod.stick(false)
    await eventually('nothing is left of it', async () => (await active()).length === 0)
    assert.deepEqual([voicemod.world.voice, voicemod.world.isChangerOn], ['nofx', false])
  })
})
