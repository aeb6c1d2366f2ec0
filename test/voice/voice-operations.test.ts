import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeVoicemod } from '../fakes/voicemod.ts'
import { eventsSince, lastSeq } from '../sandbox/sandbox-calls.ts'
import { createTestClock } from '../test-clock.ts'
import { voiceLog } from './connect-voice.ts'

runsOn('sqlite', 'postgres')
isSlow('effects of the voice last for a while')

describe('voice effects without a microphone', () => {
  let app: TestApp
  const clock = createTestClock()
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app?.close())

  const ofSpeech = async () =>
    (await app.ctx.voice.active(app.channel.id)).find(({ source }) => source === 'overlay')?.effect
  const log = async (seq: number) => voiceLog(await eventsSince(app, seq))

  it('colour the speech of the overlay, and end by themselves or by a stop', async () => {
    const seq = await lastSeq(app)
    const { body } = await app.call('voice-effect', { effect: 'Robot' })
    assert.deepEqual([body.effect, body.target], ['robot', 'speech'])
    assert.equal(Date.parse(body.ends_at), clock.now() + 30_000)
    assert.equal(await ofSpeech(), 'robot')
    assert.equal((await app.call('stop-voice-effect', { target: 'microphone' })).body.stopped, 0)
    assert.equal((await app.call('stop-voice-effect')).body.stopped, 1)
    assert.equal(await ofSpeech(), undefined)
    await app.call('voice-effect', { effect: 'echo', seconds: 600 })
    await app.call('voice-effect', { effect: 'deep', seconds: 1 })
    assert.equal(await ofSpeech(), 'deep')
    clock.advance(1_000)
    await eventually('the end is in the log', async () => (await log(seq)).includes('ended deep time'))
    assert.deepEqual(await log(seq), [
      'started robot',
      'ended robot stopped',
      'started echo',
      'ended echo replaced',
      'started deep',
      'ended deep time',
    ])
  })

  it('are refused when they do not exist', async () => {
    const { body } = await app.call('voice-effect', { effect: 'helium' }, { status: 404 })
    assert.equal(body.code, 'voice_effect_not_found')
    assert.equal((await app.call('voice-effect', { effect: 'robot', seconds: 0 }, { status: 400 })).status, 400)
  })

  it('of the microphone are simulated on the sandbox, until something real is set up', async () => {
    const seq = await lastSeq(app)
    const { body } = await app.call('list-voice-effects')
    const simulated = body.effects.filter(({ source }: { source: string }) => source === 'sandbox')
    assert.deepEqual(
      simulated.map(({ id }: { id: string }) => id),
      ['sandbox:robot', 'sandbox:deep'],
    )
    await app.call('voice-effect', { effect: 'sandbox:robot', seconds: 1, target: 'microphone' })
    clock.advance(1_000)
    await eventually('the end is in the log', async () => (await log(seq)).length === 2)
    const filters = [{ filter: 'Pitch', name: 'Giant' }]
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'microphone', { input: 'Mic', filters }))
    const gone = { effect: 'sandbox:robot', target: 'microphone' }
    assert.equal((await app.call('voice-effect', gone, { status: 404 })).body.code, 'voice_effect_not_found')
    const away = await app.call('voice-effect', { ...gone, effect: 'Giant' }, { status: 502 })
    assert.deepEqual([away.body.code, /OBS is not connected/.test(away.body.error)], ['voice_not_connected', true])
    await eventually('nothing is left of it', async () => (await app.ctx.voice.active(app.channel.id)).length === 0)
  })

  it('say in the panel why Voicemod does not work, and never show its key', async () => {
    const voicemod = await startFakeVoicemod()
    const fields = [
      { name: 'client_key', value: 'controlapi-wrong-key-12345' },
      { name: 'url', value: voicemod.url },
    ]
    const { serviceSetups, db, connections } = app.ctx
    const checked = await serviceSetups.check(app.channel.id, 'voicemod', fields)
    assert.deepEqual([checked.isWorking, /refused the client key/.test(String(checked.message))], [false, true])
    await db.write(await serviceSetups.save(app.cause, 'voicemod', fields))
    const state = async () => (await connections.list(app.channel.id)).find(({ id }) => id === 'voicemod')
    await eventually('the refusal is known', async () => (await state())?.state === 'failed')
    assert.match(String((await state())?.message), /refused the client key/)
    const shown = JSON.stringify(await serviceSetups.get('voicemod', app.channel.id))
    assert.ok(!shown.includes('controlapi-wrong-key'), shown)
    assert.ok(!app.logLines.some((line) => line.includes('controlapi-wrong-key')))
    await db.write((tx) => serviceSetups.remove(tx, app.cause, 'voicemod'))
    await eventually('it is not set up any more', async () => (await state()) === undefined)
    await voicemod.close()
  })
})
