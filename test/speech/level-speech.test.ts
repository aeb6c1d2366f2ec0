import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWav, writeWav } from '../../src/capabilities/sounds/wav.ts'
import { levelSpeech } from '../../src/capabilities/speech/level-speech.ts'

const sampleRate = 16_000

/** Silence with a little noise, then a tone. */
function speechAfter(silentSeconds: number, { channels = 1, volume = 0.5 } = {}): Buffer {
  const silent = Math.round(silentSeconds * sampleRate)
  const samples = Int16Array.from({ length: (silent + sampleRate) * channels }, (_, index) => {
    const frame = Math.floor(index / channels)
    if (frame < silent) return frame % 2
    return Math.round(Math.sin(((frame - silent + 4) * 2 * Math.PI * 300) / sampleRate) * volume * 32_767)
  })
  return writeWav({ sampleRate, channels, samples })
}

/** Milliseconds until the first sample above a hundredth of the peak. */
function leadMs(bytes: Uint8Array): number {
  const pcm = readWav(bytes)
  assert.ok(pcm)
  const peak = pcm.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const first = pcm.samples.findIndex((sample) => Math.abs(sample) > peak / 100)
  return (first / pcm.channels / pcm.sampleRate) * 1000
}

describe('a levelled line', () => {
  for (const [what, options] of [
    ['a normal line', {}],
    ['a quiet line', { volume: 0.05 }],
    ['a line in stereo', { channels: 2 }],
  ] as const) {
    it(`starts with the first word: the silence before ${what} is removed`, () => {
      const levelled = levelSpeech(speechAfter(0.19, options))
      assert.ok(levelled)
      assert.ok(leadMs(levelled.bytes) <= 11, `${leadMs(levelled.bytes)} ms`)
      assert.ok(levelled.durationMs >= 1000 && levelled.durationMs <= 1011, `${levelled.durationMs} ms`)
    })
  }

  it('keeps all of a line that starts at once, and a file without any sound as it is', () => {
    assert.equal(levelSpeech(speechAfter(0))?.durationMs, 1000)
    const silence = writeWav({ sampleRate, channels: 1, samples: new Int16Array(sampleRate) })
    assert.equal(levelSpeech(silence)?.durationMs, 1000)
  })
})
