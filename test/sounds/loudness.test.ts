import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { levelTo, loudnessOf, peakOf } from '../../scripts/sounds/loudness.ts'
import { toPcm } from '../../scripts/sounds/pcm.ts'
import { peakCeiling } from '../../src/capabilities/sounds/soft-limit.ts'
import { durationMsOf, readWav, writeWav } from '../../src/capabilities/sounds/wav.ts'

function sine(hz: number, gain: number, seconds: number, rate: number): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, i) => gain * Math.sin((2 * Math.PI * hz * i) / rate))
}

describe('loudness', () => {
  for (const rate of [16_000, 24_000, 44_100, 48_000]) {
    it(`measures the standard's 997 Hz tone right at ${rate} samples a second`, () => {
      // BS.1770: full scale in one of two channels is -3.01 LUFS; in both, and so for mono, 0.
      assert.ok(Math.abs(loudnessOf([sine(997, 1, 3, rate)], rate) - 0) < 0.1)
      assert.ok(Math.abs(loudnessOf([sine(997, 1, 3, rate), new Float32Array(3 * rate)], rate) + 3.01) < 0.1)
      assert.ok(Math.abs(loudnessOf([sine(997, 0.1, 3, rate)], rate) + 20) < 0.1)
    })
  }

  it('does not count silence around a sound', () => {
    const tone = sine(500, 0.2, 5, 24_000)
    const padded = new Float32Array(tone.length * 3)
    padded.set(tone, tone.length)
    assert.ok(Math.abs(loudnessOf([padded], 24_000) - loudnessOf([tone], 24_000)) < 0.5)
  })

  it('weighs low tones less than high ones', () => {
    assert.ok(loudnessOf([sine(40, 0.5, 2, 24_000)], 24_000) < loudnessOf([sine(2000, 0.5, 2, 24_000)], 24_000) - 5)
  })

  it('brings a sound to the level asked for and keeps peaks under the ceiling', () => {
    const quiet = sine(700, 0.01, 1, 24_000)
    levelTo([quiet], 24_000, -14)
    assert.ok(Math.abs(loudnessOf([quiet], 24_000) + 14) < 0.1)
    const spiky = new Float32Array(24_000)
    for (let i = 0; i < spiky.length; i += 400) spiky[i] = 1
    levelTo([spiky], 24_000, -14)
    assert.ok(peakOf([spiky]) <= peakCeiling + 1e-6)
  })

  it('leaves silence silent', () => {
    const silence = new Float32Array(24_000)
    levelTo([silence], 24_000)
    assert.equal(peakOf([silence]), 0)
  })
})

describe('WAV files', () => {
  it('come back as they were written', () => {
    const left = sine(300, 0.5, 0.1, 24_000)
    const right = sine(400, 0.25, 0.1, 24_000)
    const pcm = readWav(writeWav(toPcm([left, right], 24_000)))
    assert.ok(pcm)
    assert.deepEqual([pcm.channels, pcm.sampleRate, durationMsOf(pcm)], [2, 24_000, 100])
    assert.equal(pcm.samples[100 * 2], Math.round((left[100] ?? 0) * 32_767))
    assert.equal(pcm.samples[100 * 2 + 1], Math.round((right[100] ?? 0) * 32_767))
  })

  it('are read to their real end when the header promises more', () => {
    const bytes = writeWav(toPcm([sine(300, 0.5, 0.1, 8000)], 8000))
    bytes.writeUInt32LE(0x7fff_f000, 4)
    bytes.writeUInt32LE(0x7fff_f000, 40)
    const pcm = readWav(bytes)
    assert.equal(pcm && durationMsOf(pcm), 100)
  })

  it('are not made out of anything else', () => {
    for (const text of [
      '',
      'RIFF',
      'RIFF....WAVE',
      'RIFF....WAVEdata\xff\xff\xff\xff',
      'ID3 something else entirely',
    ]) {
      assert.equal(readWav(Buffer.from(text, 'latin1')), undefined)
    }
  })
})
