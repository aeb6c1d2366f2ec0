import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { isSoundName, isTrackName, type SoundName, soundNames } from '../../src/sounds/catalogue.ts'
import { loudnessOf, peakCeiling, peakOf, targetLufs } from '../../src/sounds/loudness.ts'
import { createSounds, type Sounds } from '../../src/sounds/sounds.ts'
import { isSlow } from '../declare.ts'
import { type Heard, listenTo } from './listen.ts'

isSlow('it renders and measures all sounds')

let sounds: Sounds
const files = new Map<SoundName, Buffer>()
const heard = (name: SoundName): Heard => listenTo(files.get(name) ?? Buffer.alloc(0))
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

before(async () => {
  sounds = createSounds()
  for (const name of soundNames) files.set(name, await sounds.renderSound(name))
})
after(() => sounds.close())

describe('alert sounds', () => {
  it('are the same bytes every time', async (t) => {
    const again = createSounds()
    t.after(() => again.close())
    for (const name of ['applause', 'chime', 'pixel-whoosh'] as const) {
      const bytes = await again.renderSound(name)
      assert.equal(hash(bytes), hash(files.get(name) ?? Buffer.alloc(0)), name)
    }
  })

  it('are sixteen different sounds', () => {
    assert.equal(new Set([...files.values()].map(hash)).size, 16)
  })

  for (const name of soundNames) {
    it(`${name} is levelled, short and clean at both ends`, () => {
      const { channels, sampleRate, seconds } = heard(name)
      assert.ok(seconds > 0.1 && seconds <= 2.5, `lasts ${seconds} s`)
      const lufs = loudnessOf(channels, sampleRate)
      assert.ok(Math.abs(lufs - targetLufs) < 0.75, `is at ${lufs} LUFS`)
      assert.ok(peakOf(channels) <= peakCeiling + 1e-3, `peaks at ${peakOf(channels)}`)
      for (const channel of channels) {
        assert.equal(channel.at(0), 0)
        assert.ok(Math.abs(channel.at(-1) ?? 1) < 2e-4)
        const last = channel.slice(-Math.round(sampleRate * 0.002))
        assert.ok(peakOf([last]) < 0.02, 'fades out')
        const mean = channel.reduce((sum, x) => sum + x, 0) / channel.length
        assert.ok(Math.abs(mean) < 0.005, 'has no offset')
      }
    })
  }

  it('lie within a decibel and a half of each other', () => {
    const levels = soundNames.map((name) => loudnessOf(heard(name).channels, heard(name).sampleRate))
    assert.ok(Math.max(...levels) - Math.min(...levels) < 1.5, levels.map((level) => level.toFixed(1)).join(' '))
  })

  it('know their names', () => {
    assert.ok(isSoundName('level-up') && isSoundName('pixel-coin') && isTrackName('wings'))
    assert.ok(!isSoundName('toString') && !isTrackName('toString') && !isTrackName('constructor'))
  })
})

describe('rendering', () => {
  it('can be called off', async () => {
    await assert.rejects(sounds.renderTrack('wings', { signal: AbortSignal.abort() }), { trouble: 'stopped' })
  })

  it('ends with what it was closed for', async () => {
    const closing = createSounds()
    const pending = closing.renderTrack('wings')
    const failed = assert.rejects(pending, { trouble: 'closed' })
    await closing.close()
    await failed
    await assert.rejects(closing.renderSound('coin'), { trouble: 'closed' })
  })
})
