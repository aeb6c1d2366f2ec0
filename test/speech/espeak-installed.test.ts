import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loudnessOf } from '../../scripts/sounds/loudness.ts'
import { createEspeak } from '../../src/capabilities/speech/espeak.ts'
import { needs } from '../declare.ts'
import { listenTo } from '../sounds/listen.ts'
import { findProgram } from '../tools/programs.mjs'

needs('espeak')

describe('espeak-ng where it is installed', () => {
  const espeak = createEspeak({ program: findProgram('espeak') })

  for (const [language, text] of [
    ['en', 'Thank you for the stream tonight.'],
    ['tr', 'Yayın için teşekkürler, çok güzeldi.'],
    ['de-DE', 'Danke für den Stream heute Abend.'],
    ['pt-BR', 'Obrigado pela transmissão de hoje.'],
    ['zh', '谢谢你今晚的直播'],
  ] as const) {
    it(`speaks ${language} at the common level, with a true header`, async () => {
      const { bytes, mime, durationMs } = await espeak.synthesize({ text, language })
      assert.equal(mime, 'audio/wav')
      assert.equal(bytes.readUInt32LE(4), bytes.length - 8)
      assert.equal(bytes.readUInt32LE(40), bytes.length - 44)
      const { channels, sampleRate, seconds } = listenTo(bytes)
      assert.ok(seconds > 1 && seconds < 8)
      assert.equal(durationMs, Math.round(seconds * 1000))
      const lufs = loudnessOf(channels, sampleRate)
      assert.ok(lufs > -18 && lufs < -13, `${lufs} LUFS`)
    })
  }

  it('lists its voices with their languages', async () => {
    const voices = await espeak.voices()
    assert.ok(voices.length > 50)
    assert.ok(voices.some(({ id, engine, language }) => id === 'tr' && engine === 'espeak' && language === 'tr'))
  })

  it('reads sounds in double brackets as plain letters', async () => {
    const plain = await espeak.synthesize({ text: 'f V k' })
    const tricky = await espeak.synthesize({ text: '[[f V k]]' })
    assert.equal(tricky.durationMs, plain.durationMs)
  })

  it('has nothing to say for dots', async () => {
    await assert.rejects(espeak.synthesize({ text: '....' }), { reason: 'nothing_to_say' })
  })

  it('does not know every language', async () => {
    await assert.rejects(espeak.synthesize({ text: 'Hello', language: 'xx' }), { reason: 'failed' })
  })
})
