import { readFileSync } from 'node:fs'
import type { SoundName, TrackName } from '../../src/capabilities/sounds/catalogue.ts'
import { type Pcm, readWav } from '../../src/capabilities/sounds/wav.ts'
import { decodeFlac } from '../tools/flac.ts'

export interface Heard {
  readonly sampleRate: number
  readonly seconds: number
  readonly channels: readonly Float32Array[]
}

/** A WAV file as its channels, from -1 to 1. */
export function listenTo(bytes: Buffer): Heard {
  const pcm = readWav(bytes)
  if (pcm === undefined) throw new Error('this is not a WAV file')
  return channelsOf(pcm)
}

/** The samples of a built-in sound or track, as its file holds them. */
export async function decodeShipped(name: SoundName | TrackName): Promise<Pcm> {
  return decodeFlac(readFileSync(new URL(`../../sounds/${name}.flac`, import.meta.url)))
}

/** Samples as channels, from -1 to 1. */
export function channelsOf(pcm: Pcm): Heard {
  const length = pcm.samples.length / pcm.channels
  const channels = Array.from({ length: pcm.channels }, (_, channel) =>
    Float32Array.from({ length }, (_, i) => (pcm.samples[i * pcm.channels + channel] ?? 0) / 32_768),
  )
  return { sampleRate: pcm.sampleRate, seconds: length / pcm.sampleRate, channels }
}

/** Samples around a place, as they sound when the end leads into the start. */
export function aroundInLoop(channel: Float32Array, centre: number, length: number): Float32Array {
  const size = channel.length
  return Float32Array.from({ length }, (_, i) => channel[(centre - length / 2 + i + size * 2) % size] ?? 0)
}

/** Energy per frequency bin of a windowed stretch whose length is a power of two. */
export function spectrumOf(samples: Float32Array): Float64Array {
  const size = samples.length
  const re = Float64Array.from(samples, (x, i) => x * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)))
  const im = new Float64Array(size)
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) [re[i], re[j]] = [re[j] ?? 0, re[i] ?? 0]
  }
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((-Math.PI * k) / half)
      const sin = Math.sin((-Math.PI * k) / half)
      for (let a = k; a < size; a += half * 2) {
        const b = a + half
        const turnedRe = (re[b] ?? 0) * cos - (im[b] ?? 0) * sin
        const turnedIm = (re[b] ?? 0) * sin + (im[b] ?? 0) * cos
        re[b] = (re[a] ?? 0) - turnedRe
        im[b] = (im[a] ?? 0) - turnedIm
        re[a] = (re[a] ?? 0) + turnedRe
        im[a] = (im[a] ?? 0) + turnedIm
      }
    }
  }
  return Float64Array.from({ length: size / 2 }, (_, i) => (re[i] ?? 0) ** 2 + (im[i] ?? 0) ** 2)
}

/** Added up over stretches of the whole length. */
export function wholeSpectrumOf(channel: Float32Array, size: number): Float64Array {
  const sum = new Float64Array(size / 2)
  for (let at = 0; at + size <= channel.length; at += size * 2) {
    spectrumOf(channel.subarray(at, at + size)).forEach((energy, bin) => {
      sum[bin] = (sum[bin] ?? 0) + energy
    })
  }
  return sum
}

export function energyAbove(samples: Float32Array, hz: number, sampleRate: number): number {
  const spectrum = spectrumOf(samples)
  return spectrum.slice(Math.round((hz * samples.length) / sampleRate)).reduce((sum, energy) => sum + energy, 0)
}
