import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { loudnessOf, peakOf, targetLufs } from '../../scripts/sounds/loudness.ts'
import { differenceInDecibels } from '../../scripts/sounds/pcm.ts'
import { render } from '../../scripts/sounds/render.ts'
import {
  isSoundName,
  isTrackName,
  type SoundName,
  soundNames,
  trackNames,
} from '../../src/capabilities/sounds/catalogue.ts'
import { peakCeiling } from '../../src/capabilities/sounds/soft-limit.ts'
import type { Pcm } from '../../src/capabilities/sounds/wav.ts'
import { isSlow } from '../declare.ts'
import { channelsOf, decodeShipped, type Heard } from './listen.ts'

isSlow('it renders and measures all sounds')

const decoded = new Map<SoundName, Pcm>()
const heard = (name: SoundName): Heard =>
  channelsOf(decoded.get(name) ?? { sampleRate: 1, channels: 1, samples: new Int16Array() })

before(async () => {
  for (const name of soundNames) decoded.set(name, await decodeShipped(name))
})

describe('alert sounds', () => {
  it('are shipped without loss: the decoded files are what the script renders', () => {
    for (const name of soundNames) {
      assert.equal(differenceInDecibels(render(name), decoded.get(name) as Pcm), Number.NEGATIVE_INFINITY, name)
    }
  })

  it('are sixteen different sounds', () => {
    assert.equal(new Set([...decoded.values()].map(({ samples }) => samples.join())).size, 16)
  })

  it('have one file each, and so have the tracks; there is no other', () => {
    const files = readdirSync(new URL('../../sounds/', import.meta.url))
    assert.deepEqual(files.sort(), [...soundNames, ...trackNames].map((name) => `${name}.flac`).sort())
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
