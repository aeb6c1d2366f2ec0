import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import type { FakeObs } from '../fakes/obs.ts'
import { type FakeVoicemod, startFakeVoicemod } from '../fakes/voicemod.ts'
import { fakeObsOf } from '../obs/connect-fake-obs.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { chooseFilters, connectVoicemod, voiceLog, voicemodConnected } from './connect-voice.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about what Voicemod and OBS are asked; restart.test.ts is about what is stored')
isSlow('effects of the microphone last for seconds, and so do the time limits of their programs')

describe('a voice effect of the microphone', () => {
  let app: TestApp
  let voicemod: FakeVoicemod
  let obs: FakeObs
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
    voicemod = await startFakeVoicemod()
    obs = await fakeObsOf(app)
    await connectVoicemod(app, voicemod)
    await chooseFilters(app, obs)
  })
  after(async () => {
    await app?.close()
    await voicemod?.close()
  })

  const start = (effect: string, seconds = 600) => app.call('voice-effect', { effect, seconds, target: 'microphone' })
  const stop = async () => (await app.call('stop-voice-effect', { target: 'microphone' })).body.stopped as number
  const filter = (name: string) => obs.input('Mic').filters.find((one) => one.name === name)?.enabled
  const active = () => app.ctx.voice.active(app.channel.id)
  const log = async (seq: number) => voiceLog(await eventsSince(app, seq))

  it('is one of the filters that were chosen, or a voice that the license includes', async () => {
    const { body } = await app.call('list-voice-effects')
    const ofMicrophone = body.effects.filter(({ target }: { target: string }) => target === 'microphone')
    assert.deepEqual(
      ofMicrophone.map(({ id, name, source }: Record<string, string>) => [id, name, source]),
      [
        ['obs:Pitch down', 'Giant', 'obs'],
        ['obs:Reverb', 'Cathedral', 'obs'],
        ['voicemod:random', 'Random voice', 'voicemod'],
        ['voicemod:beep', 'Beep', 'voicemod'],
        ['voicemod:robot', 'Robot', 'voicemod'],
        ['voicemod:cave', 'Cave', 'voicemod'],
        ['voicemod:titan', 'Titan', 'voicemod'],
      ],
    )
    assert.equal(body.total, body.effects.length)
    const unknown = { effect: 'nobody', target: 'microphone' }
    assert.equal((await app.call('voice-effect', unknown, { status: 404 })).body.code, 'voice_effect_not_found')
  })

  it('of Voicemod ends by itself, and the voice and the switch of the app are as before', async () => {
    const seq = await lastSeq(app)
    const { body } = await start('Robot', 1)
    assert.deepEqual([body.effect, body.target], ['voicemod:robot', 'microphone'])
    assert.match(body.ends_at, /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.deepEqual([voicemod.world.voice, voicemod.world.isChangerOn], ['robot', true])
    clock.advance(1_000)
    await eventually('it has ended', async () => (await active()).length === 0)
    assert.deepEqual([voicemod.world.voice, voicemod.world.isChangerOn], ['nofx', false])
    assert.deepEqual(await log(seq), ['started voicemod:robot', 'ended voicemod:robot time'])
  })

  it('takes the place of the one before, and a stop leads back to the beginning', async () => {
    const seq = await lastSeq(app)
    await start('voicemod:robot')
    await start('voicemod:cave')
    assert.equal(voicemod.world.voice, 'cave')
    assert.equal(await stop(), 1)
    assert.deepEqual([voicemod.world.voice, voicemod.world.isChangerOn], ['nofx', false])
    assert.equal(await stop(), 0)
    assert.deepEqual(await log(seq), [
      'started voicemod:robot',
      'ended voicemod:robot replaced',
      'started voicemod:cave',
      'ended voicemod:cave stopped',
    ])
  })

  it('leaves a voice alone that somebody has chosen in Voicemod meanwhile', async () => {
    await start('voicemod:robot')
    voicemod.choose('titan')
    await stop()
    assert.deepEqual([voicemod.world.voice, voicemod.world.isChangerOn], ['titan', true])
    voicemod.choose('nofx')
    voicemod.world.isChangerOn = false
  })

  it('beeps, and picks a voice at random', async () => {
    await start('voicemod:beep')
    assert.equal(voicemod.world.isBeeping, true)
    const { body } = await start('voicemod:random')
    assert.equal(voicemod.world.isBeeping, false)
    assert.ok(['robot', 'cave', 'titan'].includes(voicemod.world.voice), voicemod.world.voice)
    assert.equal(body.effect, `voicemod:${voicemod.world.voice}`)
    await stop()
    assert.equal(voicemod.world.voice, 'nofx')
  })

  it('of OBS turns a filter on and off again, and ends the one of Voicemod', async () => {
    const seq = await lastSeq(app)
    await start('voicemod:robot')
    await start('Giant', 1)
    assert.equal(filter('Pitch down'), true)
    clock.advance(1_000)
    await eventually('both have ended', async () => (await active()).length === 0)
    assert.deepEqual([filter('Pitch down'), voicemod.world.voice], [false, 'nofx'])
    await start('obs:Pitch down')
    await start('obs:Reverb')
    await eventually('the first filter is off', () => filter('Pitch down') === false)
    assert.equal(await stop(), 1)
    assert.deepEqual([filter('Pitch down'), filter('Reverb')], [false, false])
    const entries = await log(seq)
    const ended = entries.filter((entry) => entry.startsWith('ended'))
    assert.deepEqual(ended.toSorted(), [
      'ended obs:Pitch down replaced',
      'ended obs:Pitch down time',
      'ended obs:Reverb stopped',
      'ended voicemod:robot replaced',
    ])
  })

  it('that a command starts is stopped by a command', async () => {
    const giant = { type: 'voice_effect', effect: '$(args)', seconds: 60, target: 'microphone' }
    const { word } = await makeCommand(app, withSteps(giant))
    await app.call('run-command', { command: word, message: 'Cathedral' })
    assert.equal(filter('Reverb'), true)
    const ending = await makeCommand(app, withSteps({ type: 'stop_voice_effect', target: 'microphone' }))
    await app.call('run-command', { command: ending.word })
    assert.equal(filter('Reverb'), false)
  })

  it('is not started when the program is not there, and says which', async () => {
    await voicemod.quit()
    await eventually('Voicemod is gone', () => app.ctx.voicemod.snapshotOf(app.channel.id) === undefined)
    const refused = { effect: 'voicemod:robot', target: 'microphone' }
    const { body } = await app.call('voice-effect', refused, { status: 502 })
    assert.deepEqual([body.code, body.error], ['voice_not_connected', 'Voicemod is not connected. Start Voicemod.'])
    await voicemod.start()
    await voicemodConnected(app)
  })

  it('that could not be turned on is taken back', async () => {
    const seq = await lastSeq(app)
    obs.input('Mic').filters = [{ name: 'Reverb', enabled: false }]
    const refused = { effect: 'Giant', target: 'microphone' }
    const { body } = await app.call('voice-effect', refused, { status: 404 })
    assert.match(body.error, /no filter called Pitch down/)
    await eventually('nothing is left', async () => (await active()).length === 0)
    assert.deepEqual(await log(seq), [])
    obs.input('Mic').filters.push({ name: 'Pitch down', enabled: false })
  })

  it('of Voicemod that was closed at the end is ended when Voicemod is there again', async () => {
    await start('voicemod:robot', 1)
    await voicemod.quit()
    await eventually('Voicemod is gone', () => app.ctx.voicemod.snapshotOf(app.channel.id) === undefined)
    clock.advance(1_000)
    assert.equal((await active())[0]?.isEnding, true)
    assert.equal(voicemod.world.voice, 'robot')
    await voicemod.start()
    await eventually('the voice is back', async () => voicemod.world.voice === 'nofx' && (await active()).length === 0)
  })

  it('of OBS that was not there when it was stopped is ended when OBS is there again', async () => {
    await start('Giant')
    obs.refuseConnections(true)
    await eventually('OBS is gone', async () => !(await app.ctx.obs.status(app)).isConnected)
    assert.equal(await stop(), 1)
    assert.deepEqual([filter('Pitch down'), (await active())[0]?.isEnding], [true, true])
    obs.refuseConnections(false)
    await eventually('the filter is off', () => filter('Pitch down') === false)
    await eventually('it has ended', async () => (await active()).length === 0)
  })

  it('with a test key is simulated, and reaches no microphone', async () => {
    const { key } = await app.makeKey(['voice:control'], { isTest: true })
    await app.app.testChannelMirror.settled()
    const { body } = await app.call('voice-effect', { effect: 'Giant', seconds: 60, target: 'microphone' }, { key })
    assert.equal(body.effect, 'obs:Pitch down')
    assert.equal(filter('Pitch down'), false)
    assert.equal((await app.call('stop-voice-effect', {}, { key })).body.stopped, 1)
  })
})
