import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loudnessOf, peakOf, targetLufs } from '../../scripts/sounds/loudness.ts'
import { differenceInDecibels } from '../../scripts/sounds/pcm.ts'
import { render } from '../../scripts/sounds/render.ts'
import { type TrackName, trackNames, tracks } from '../../src/capabilities/sounds/catalogue.ts'
import { peakCeiling } from '../../src/capabilities/sounds/soft-limit.ts'
import type { Pcm } from '../../src/capabilities/sounds/wav.ts'
import { isSlow } from '../declare.ts'
import { aroundInLoop, channelsOf, decodeShipped, energyAbove, type Heard, wholeSpectrumOf } from './listen.ts'

isSlow('it renders and measures all tracks')

const decoded = new Map<TrackName, Pcm>()
const listened = new Map<TrackName, Heard>()
const fftSize = 2 ** 14

function heard(name: TrackName): Heard {
  const known = listened.get(name) ?? channelsOf(decoded.get(name) as Pcm)
  listened.set(name, known)
  return known
}

const spectra = new Map<TrackName, ReturnType<typeof wholeSpectrumOf>>()

function spectrumOfLeft(name: TrackName) {
  const [left = new Float32Array()] = heard(name).channels
  const known = spectra.get(name) ?? wholeSpectrumOf(left, fftSize)
  spectra.set(name, known)
  return known
}

before(async () => {
  for (const name of trackNames) decoded.set(name, await decodeShipped(name))
})

describe('tracks', () => {
  for (const name of trackNames) {
    it(`${name} is shipped as the script renders it, the difference at least 50 dB below the music`, () => {
      const difference = differenceInDecibels(render(name), decoded.get(name) as Pcm)
      assert.ok(difference < -50, `${difference} dB`)
    })
  }

  for (const name of trackNames) {
    it(`${name} lasts a minute, is levelled and stereo`, () => {
      const { channels, sampleRate, seconds } = heard(name)
      assert.ok(seconds >= 60 && seconds < 90)
      assert.equal(channels.length, 2)
      assert.ok(Math.abs(loudnessOf(channels, sampleRate) - targetLufs) < 0.5)
      assert.ok(peakOf(channels) <= peakCeiling + 1e-3)
      assert.notDeepEqual(channels[0], channels[1])
    })

    it(`${name} has music at all heights and no silent second`, () => {
      const { channels, sampleRate } = heard(name)
      const [left = new Float32Array()] = channels
      for (let at = 0; at + sampleRate <= left.length; at += sampleRate) {
        assert.ok(loudnessOf([left.slice(at, at + sampleRate)], sampleRate) > -32, `second ${at / sampleRate}`)
      }
      const spectrum = spectrumOfLeft(name)
      const total = spectrum.reduce((sum, energy) => sum + energy, 0)
      const share = (low: number, high: number) => {
        const bin = (hz: number) => Math.round((hz * fftSize) / sampleRate)
        return 10 * Math.log10(spectrum.slice(bin(low), bin(high)).reduce((sum, energy) => sum + energy, 0) / total)
      }
      assert.ok(share(40, 160) > -12 && share(40, 160) < -1.5, `bass ${share(40, 160)} dB`)
      assert.ok(share(200, 1000) > -10, `middle ${share(200, 1000)} dB`)
      assert.ok(share(1000, 4000) > -26, `presence ${share(1000, 4000)} dB`)
      assert.ok(share(4000, 12_000) < -10, `edge ${share(4000, 12_000)} dB`)
    })

    it(`${name} goes round without a seam`, () => {
      const { channels, sampleRate } = heard(name)
      for (const channel of channels) assert.ok(seamIsQuiet(channel, sampleRate, tracks[name].beats / 4))
    })

    it(`${name} would be caught if it were cut badly`, () => {
      const { channels, sampleRate } = heard(name)
      const [left = new Float32Array()] = channels
      const cuts = [401, 997, 1613, 2503, 3301, 4409, 5003, 6007]
      const caught = cuts.filter((cut) => !seamIsQuiet(left.slice(0, -cut), sampleRate, tracks[name].beats / 4))
      assert.ok(caught.length >= cuts.length / 2, `${caught.length} of ${cuts.length} cuts were noticed`)
    })
  }

  it('are in A minor: its five notes and F, and never a B flat', () => {
    for (const name of trackNames) {
      const { sampleRate } = heard(name)
      const spectrum = spectrumOfLeft(name)
      const strength = (semitone: number) => {
        let sum = 0
        for (const octave of [0, 1]) {
          const hz = 220 * 2 ** (octave + semitone / 12)
          const bin = Math.round((hz * fftSize) / sampleRate)
          sum += spectrum.slice(bin - 1, bin + 2).reduce((most, energy) => Math.max(most, energy), 0)
        }
        return sum
      }
      const home = Math.max(...[0, 3, 5, 7, 10].map(strength))
      for (const foreign of [1, 4, 6, 9, 11]) assert.ok(strength(foreign) < home / 100, `${name}: semitone ${foreign}`)
    }
  })
})

/**
 * Heard from the last sample to the first: the step is no bigger than usual steps nearby, its bend stands out from its
 * neighbours no more than theirs do, and it has no more hiss than the first beats of the other bars.
 */
function seamIsQuiet(channel: Float32Array, sampleRate: number, bars: number): boolean {
  const around = aroundInLoop(channel, 0, 1024)
  const bends = Array.from({ length: 1020 }, (_, n) => {
    const [a, b, c, d] = [around[n] ?? 0, around[n + 1] ?? 0, around[n + 2] ?? 0, around[n + 3] ?? 0]
    return Math.abs(a - 3 * b + 3 * c - d)
  })
  const atSeam = Math.max(...bends.slice(508, 513))
  const nearby = [...bends.slice(400, 506), ...bends.slice(515, 620)]
  if (atSeam > Math.max(...nearby) * 1.6) return false
  const hiss = (at: number) => energyAbove(aroundInLoop(channel, Math.round(at), 512), 6000, sampleRate)
  const others = Array.from({ length: bars - 1 }, (_, n) => hiss(((n + 1) * channel.length) / bars))
  return hiss(0) <= Math.max(...others) * 1.6
}
