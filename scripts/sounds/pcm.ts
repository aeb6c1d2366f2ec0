import type { Pcm } from '../../src/capabilities/sounds/wav.ts'

/** 16-bit samples of channels that are floats from -1 to 1, all of one length. */
export function toPcm(channels: readonly Float32Array[], sampleRate: number): Pcm {
  const length = channels[0]?.length ?? 0
  const samples = new Int16Array(length * channels.length)
  channels.forEach((channel, at) => {
    for (let i = 0; i < length; i++) {
      samples[i * channels.length + at] = Math.round(Math.max(-1, Math.min(1, channel[i] ?? 0)) * 32_767)
    }
  })
  return { sampleRate, channels: channels.length, samples }
}

/**
 * The same samples with fewer bits: the lowest `droppedBits` are rounded away. FLAC stores them as "wasted bits", at no
 * cost, so every dropped bit saves one bit per sample. Rounding adds white noise; nothing else changes.
 */
export function withFewerBits(pcm: Pcm, droppedBits: number): Pcm {
  const step = 2 ** droppedBits
  const highest = Math.floor(32_767 / step) * step
  return { ...pcm, samples: pcm.samples.map((sample) => Math.min(highest, Math.round(sample / step) * step)) }
}

/** How far two recordings of one length are apart, in decibels relative to the level of the first. */
export function differenceInDecibels(expected: Pcm, actual: Pcm): number {
  if (expected.samples.length !== actual.samples.length) return Number.POSITIVE_INFINITY
  let energy = 0
  let error = 0
  expected.samples.forEach((sample, at) => {
    energy += sample ** 2
    error += (sample - (actual.samples[at] ?? 0)) ** 2
  })
  return 10 * Math.log10(error / energy)
}
