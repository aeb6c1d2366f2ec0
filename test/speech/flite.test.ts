import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loudnessOf, peakOf } from '../../scripts/sounds/loudness.ts'
import { peakCeiling } from '../../src/capabilities/sounds/soft-limit.ts'
import { SpeechError } from '../../src/capabilities/speech/engine.ts'
import { createFlite, type FliteEngine, fliteVoices } from '../../src/capabilities/speech/flite.ts'
import { isSlow } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { listenTo } from '../sounds/listen.ts'

isSlow('it speaks with every voice')

const sentence = 'Thank you for the stream tonight, it made my day.'
let flite: FliteEngine
before(() => {
  flite = createFlite({ timeoutMs: 60_000 })
})
after(() => flite.close())

describe('Flite', () => {
  for (const { id } of fliteVoices) {
    it(`speaks with the voice ${id}, loud enough and not clipped`, async () => {
      const { bytes, mime, durationMs } = await flite.synthesize({ text: sentence, voice: id })
      assert.equal(mime, 'audio/wav')
      const { channels, sampleRate, seconds } = listenTo(bytes)
      assert.ok(seconds > 2 && seconds < 6, `${seconds} s`)
      assert.equal(durationMs, Math.round(seconds * 1000))
      const lufs = loudnessOf(channels, sampleRate)
      assert.ok(lufs > -17 && lufs < -13.5, `${lufs} LUFS`)
      assert.ok(peakOf(channels) <= peakCeiling + 1e-3)
      const atCeiling = channels[0]?.filter((x) => Math.abs(x) > peakCeiling * 0.98).length ?? 0
      assert.ok(atCeiling < bytes.length / 2 / 200, `${atCeiling} samples at the ceiling`)
      const firstSound = channels[0]?.findIndex((x) => Math.abs(x) > 0.02) ?? 0
      assert.ok(firstSound / sampleRate < 0.05, `${firstSound / sampleRate} s of silence before the first word`)
    })
  }

  it('speaks faster and slower', async () => {
    const [slow, normal, fast] = await Promise.all(
      [0.7, 1, 1.5].map(
        async (speed) => (await flite.synthesize({ text: sentence, voice: 'kal16', speed })).durationMs ?? 0,
      ),
    )
    assert.ok((slow ?? 0) > (normal ?? 0) * 1.25 && (fast ?? 0) < (normal ?? 0) * 0.8, `${slow} ${normal} ${fast}`)
  })

  it('spells other scripts in letters it knows', async () => {
    const { durationMs = 0 } = await flite.synthesize({ text: 'Привет, мир', voice: 'kal16' })
    assert.ok(durationMs > 500)
  })

  it('takes a voice it does not have as no wish', async () => {
    const { durationMs = 0 } = await flite.synthesize({ text: 'Hello', voice: '/etc/passwd' })
    assert.ok(durationMs > 300)
  })

  const hostile: Record<string, string> = {
    'an option': '--help',
    'a file': '-f /etc/passwd',
    'shell characters': '$(rm -rf /); `id` | cat "a" \'b\' && echo > x',
    'a word of 500 letters': 'abcdefghij'.repeat(50),
    'format marks': '%s%n%x %s%n%x',
    'a zero byte': 'a\0b',
    'Chinese 100 times': '你好'.repeat(50),
  }
  for (const [what, text] of Object.entries(hostile)) {
    it(`says ${what} like any other text`, async () => {
      const { durationMs = 0 } = await flite.synthesize({ text, voice: 'kal16' })
      assert.ok(durationMs > 300)
    })
  }

  for (const [what, text] of Object.entries({
    '500 emoji': '😀'.repeat(500),
    nothing: '',
    blanks: ' \n ',
    dots: '.....',
  })) {
    it(`has nothing to say for ${what}`, async () => {
      await assert.rejects(flite.synthesize({ text }), { reason: 'nothing_to_say' })
    })
  }
})

describe("Flite's thread", () => {
  it('is ended by a text that takes too long, and the next line is spoken', async (t) => {
    const hurried = createFlite({ timeoutMs: 2500 })
    t.after(() => hurried.close())
    // Minutes of work for this voice.
    const endless = 'The quick brown fox jumps over the lazy dog. '.repeat(4000)
    const speaking = hurried.synthesize({ text: endless, voice: 'rms' })
    await within('the thread to be ended', assert.rejects(speaking, { reason: 'timed_out' }))
    // On a busy machine a new thread may not be ready within the limit either, and the line is spoken by the next one.
    let durationMs = 0
    await eventually('the next line to be spoken', async () => {
      const spoken = await hurried.synthesize({ text: 'Still here.', voice: 'kal' }).catch((error: unknown) => {
        if (error instanceof SpeechError && error.reason === 'timed_out') return undefined
        throw error
      })
      durationMs = spoken?.durationMs ?? 0
      return spoken !== undefined
    })
    assert.ok(durationMs > 300)
  })

  it('ends when nobody has spoken for a while', async (t) => {
    const brief = createFlite({ idleMs: 30 })
    t.after(() => brief.close())
    await brief.synthesize({ text: 'Hi.', voice: 'kal' })
    await eventually('the thread to end', () => !brief.isRunning())
  })

  it('stays while it is needed, and ends when it is not', async (t) => {
    let asked = 0
    let isNeeded = true
    const ready = createFlite({
      idleMs: 20,
      isNeeded() {
        asked++
        return isNeeded
      },
    })
    t.after(() => ready.close())
    await ready.synthesize({ text: 'Hi.' })
    await eventually('the idle time to pass twice', () => asked >= 2)
    assert.equal(ready.isRunning(), true)
    isNeeded = false
    await eventually('the thread to end', () => !ready.isRunning())
  })

  it('says that the package is missing when it is', async (t) => {
    const missing = createFlite({ programPath: () => '/nowhere/flite.wasm' })
    t.after(() => missing.close())
    await assert.rejects(missing.synthesize({ text: 'Hi.' }), {
      reason: 'not_installed',
      message: 'Flite is not installed.',
    })
  })

  it('takes turns between lanes and refuses more than may wait', async (t) => {
    const small = createFlite({ maxWaiting: 3 })
    t.after(() => small.close())
    const order: string[] = []
    const say = (lane: string) =>
      small.synthesize({ text: 'Hi.', voice: 'kal', lane }).then(
        () => order.push(lane),
        (error) => order.push(error.reason),
      )
    await Promise.all(['a', 'a', 'a', 'b', 'c'].map(say))
    assert.deepEqual(order, ['busy', 'a', 'a', 'b', 'a'])
  })

  it('can be called off', async () => {
    await assert.rejects(flite.synthesize({ text: 'Hi.', signal: AbortSignal.abort() }), { reason: 'stopped' })
  })
})
