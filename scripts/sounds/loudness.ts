import { softLimit } from '../../src/capabilities/sounds/soft-limit.ts'

/** Every alert and track is normalised to this loudness. */
export const targetLufs = -14

const stepSeconds = 0.1
const stepsPerBlock = 4
const absoluteGateLufs = -70
const relativeGateLu = -10

/**
 * Integrated loudness after ITU-R BS.1770: K-weighted blocks of 400 ms, gated. One channel counts twice, because a
 * mono file plays on both speakers. A sound shorter than a block is measured as one block that ends in silence.
 */
export function loudnessOf(channels: readonly Float32Array[], sampleRate: number): number {
  const sides = channels.length === 1 ? 2 : 1
  const steps: number[] = []
  for (const channel of channels) {
    weightedEnergies(channel, sampleRate).forEach((energy, at) => {
      steps[at] = (steps[at] ?? 0) + energy * sides
    })
  }
  while (steps.length < stepsPerBlock) steps.push(0)
  const blocks: number[] = []
  for (let at = 0; at + stepsPerBlock <= steps.length; at++) {
    blocks.push(meanOf(steps.slice(at, at + stepsPerBlock)))
  }
  const audible = blocks.filter((energy) => lufsOf(energy) > absoluteGateLufs)
  const gate = lufsOf(meanOf(audible)) + relativeGateLu
  return lufsOf(meanOf(audible.filter((energy) => lufsOf(energy) > gate)))
}

/** Scales in place to the target. Peaks above the ceiling are limited, and the level is corrected afterwards. */
export function levelTo(channels: readonly Float32Array[], sampleRate: number, lufs = targetLufs): void {
  for (let round = 0; round < 5; round++) {
    const gain = 10 ** ((lufs - loudnessOf(channels, sampleRate)) / 20)
    if (!Number.isFinite(gain)) return
    for (const channel of channels) {
      for (let i = 0; i < channel.length; i++) channel[i] = softLimit((channel[i] ?? 0) * gain)
    }
    if (Math.abs(gain - 1) < 0.01) return
  }
}

export function peakOf(channels: readonly Float32Array[]): number {
  let peak = 0
  for (const channel of channels) for (const sample of channel) peak = Math.max(peak, Math.abs(sample))
  return peak
}

/** Mean square of every 100 ms after the two K filters: a shelf for the head, a high pass for what ears ignore. */
function weightedEnergies(channel: Float32Array, sampleRate: number): number[] {
  const shelf = shelfFor(sampleRate)
  const pass = highPassFor(sampleRate)
  const stepLength = Math.round(sampleRate * stepSeconds)
  const energies: number[] = []
  let [s1, s2, p1, p2] = [0, 0, 0, 0]
  let energy = 0
  for (let i = 0; i < channel.length; i++) {
    const x = channel[i] ?? 0
    const y = shelf.b0 * x + s1
    s1 = shelf.b1 * x - shelf.a1 * y + s2
    s2 = shelf.b2 * x - shelf.a2 * y
    const z = pass.b0 * y + p1
    p1 = pass.b1 * y - pass.a1 * z + p2
    p2 = pass.b2 * y - pass.a2 * z
    energy += z * z
    if ((i + 1) % stepLength === 0) {
      energies.push(energy / stepLength)
      energy = 0
    }
  }
  if (channel.length % stepLength !== 0) energies.push(energy / stepLength)
  return energies
}

// The standard gives these two filters for 48 kHz; the analogue prototypes behind them work for every rate.
function shelfFor(sampleRate: number) {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

function highPassFor(sampleRate: number) {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}

function lufsOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy)
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
