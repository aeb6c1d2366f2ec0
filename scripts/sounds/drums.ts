import type { Random } from './random.ts'
import { faded } from './tones.ts'

/** Soft percussion: nothing here is meant to cut through a voice. */

export function kick(rate: number, { from = 105, to = 46, seconds = 0.28 } = {}): Float32Array {
  const out = new Float32Array(Math.round(seconds * rate))
  let phase = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    phase += (to + (from - to) * Math.exp(-t / 0.035)) / rate
    out[i] = Math.sin(2 * Math.PI * phase) * Math.exp(-t / (seconds * 0.36))
  }
  return faded(out, 0.002, 0.04, rate)
}

export interface NoiseShape {
  readonly seconds: number
  readonly lowHz: number
  readonly highHz: number
  readonly attack: number
  /** Seconds to fall to a third. */
  readonly decay: number
}

/** Noise between two corner frequencies with one swell: hats, brushes, shakers and claps are only numbers. */
export function noise(shape: NoiseShape, random: Random, rate: number): Float32Array {
  const out = new Float32Array(Math.round(shape.seconds * rate))
  const smooth = 1 - Math.exp((-2 * Math.PI * Math.min(shape.highHz, rate * 0.45)) / rate)
  const drift = 1 - Math.exp((-2 * Math.PI * shape.lowHz) / rate)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < out.length; i++) {
    a += smooth * (random() * 2 - 1 - a)
    b += smooth * (a - b)
    c += drift * (b - c)
    d += drift * (b - c - d)
    const t = i / rate
    out[i] = (b - c - d) * Math.min(1, t / shape.attack) * Math.exp(-Math.max(0, t - shape.attack) / shape.decay)
  }
  return faded(out, 0.0005, shape.seconds * 0.2, rate)
}

export function hat(random: Random, rate: number): Float32Array {
  return noise({ seconds: 0.09, lowHz: 5200, highHz: 10_500, attack: 0.001, decay: 0.022 }, random, rate)
}

export function shaker(random: Random, rate: number): Float32Array {
  return noise({ seconds: 0.13, lowHz: 3600, highHz: 9500, attack: 0.028, decay: 0.026 }, random, rate)
}

export function brush(random: Random, rate: number): Float32Array {
  const body = noise({ seconds: 0.26, lowHz: 320, highHz: 5200, attack: 0.004, decay: 0.06 }, random, rate)
  const tap = kick(rate, { from: 240, to: 180, seconds: 0.1 })
  for (let i = 0; i < tap.length; i++) body[i] = (body[i] ?? 0) + 0.35 * (tap[i] ?? 0)
  return body
}

/** A few claps that are slightly out of time. */
export function clap(random: Random, rate: number): Float32Array {
  const out = new Float32Array(Math.round(0.22 * rate))
  for (const [start, gain] of [
    [0, 0.6],
    [0.011, 0.75],
    [0.023, 1],
  ] as const) {
    const hand = noise(
      { seconds: 0.18, lowHz: 700, highHz: 3400, attack: 0.001, decay: start === 0.023 ? 0.045 : 0.008 },
      random,
      rate,
    )
    const at = Math.round(start * rate)
    for (let i = 0; i < hand.length && at + i < out.length; i++)
      out[at + i] = (out[at + i] ?? 0) + gain * (hand[i] ?? 0)
  }
  return faded(out, 0.0005, 0.03, rate)
}
