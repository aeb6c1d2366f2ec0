import type { Random } from './random.ts'
import { faded, held, read, sine, struck, tableOf } from './tones.ts'

/** Notes of one player each. `velocity` from 0 to 1 makes them louder and brighter, as it does in wood and metal. */

export function bell(hz: number, seconds: number, rate: number): Float32Array {
  return struck(
    hz,
    seconds,
    [
      { ratio: 1, gain: 0.6, decay: seconds },
      { ratio: 2, gain: 0.28, decay: seconds * 0.7 },
      { ratio: 3.01, gain: 0.14, decay: seconds * 0.4 },
      { ratio: 4.17, gain: 0.08, decay: seconds * 0.25 },
      { ratio: 5.43, gain: 0.05, decay: seconds * 0.15 },
    ],
    rate,
  )
}

/** A thumb piano: round, with a short wooden knock. */
export function kalimba(hz: number, seconds: number, velocity: number, rate: number): Float32Array {
  return struck(
    hz,
    seconds,
    [
      { ratio: 1, gain: 0.7 * velocity, decay: seconds },
      { ratio: 2, gain: 0.2 * velocity, decay: seconds * 0.5 },
      { ratio: 3, gain: 0.09 * velocity, decay: seconds * 0.3 },
      { ratio: 5.95, gain: 0.14 * velocity ** 1.5, decay: 0.18 },
      { ratio: 9.1, gain: 0.05 * velocity ** 2, decay: 0.06 },
    ],
    rate,
  )
}

export function marimba(hz: number, velocity: number, rate: number): Float32Array {
  const ring = Math.min(1.1, 0.55 * (440 / hz) ** 0.5 + 0.25)
  return struck(
    hz,
    ring,
    [
      { ratio: 1, gain: 0.75 * velocity, decay: ring },
      { ratio: 3.93, gain: 0.22 * velocity ** 1.4, decay: 0.22 },
      { ratio: 9.24, gain: 0.09 * velocity ** 1.8, decay: 0.07 },
    ],
    rate,
  )
}

/** The slow beating is the motor of a vibraphone. */
export function vibraphone(hz: number, seconds: number, velocity: number, rate: number): Float32Array {
  const out = struck(
    hz,
    seconds,
    [
      { ratio: 1, gain: 0.7 * velocity, decay: seconds * 1.3 },
      { ratio: 4, gain: 0.16 * velocity ** 1.5, decay: seconds * 0.4 },
      { ratio: 10, gain: 0.05 * velocity ** 2, decay: 0.08 },
    ],
    rate,
  )
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * (0.86 + 0.14 * read(sine, (4.6 * i) / rate + 0.25))
  return out
}

/** Two sines, one bending the other: the tine of an electric piano, brighter while the note is young. */
export function electricPiano(hz: number, seconds: number, velocity: number, rate: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * rate))
  const step = hz / rate
  const fall = Math.exp(-1 / ((1.1 * (330 / hz) ** 0.4 + 0.3) * rate))
  const dim = Math.exp(-1 / (0.45 * rate))
  const tick = Math.exp(-1 / (0.035 * rate))
  let [loud, bright, tine] = [velocity, 0.32 * velocity, 0.16 * velocity]
  for (let i = 0; i < out.length; i++) {
    const phase = i * step
    const bent = read(sine, phase + (0.035 + bright) * read(sine, phase))
    out[i] = loud * (0.8 * bent + tine * read(sine, phase * 7))
    loud *= fall
    bright *= dim
    tine *= tick
  }
  return faded(out, 0.003, Math.min(0.18, seconds * 0.4), rate)
}

/** A plucked bass string: warm, with the finger's thump in front. */
export function uprightBass(hz: number, seconds: number, velocity: number, random: Random, rate: number): Float32Array {
  const out = struck(
    hz,
    seconds,
    [
      { ratio: 1, gain: 0.62 * velocity, decay: 2.2 },
      { ratio: 2, gain: 0.42 * velocity, decay: 1.1 },
      { ratio: 3, gain: 0.22 * velocity, decay: 0.6 },
      { ratio: 4, gain: 0.07 * velocity, decay: 0.35 },
      { ratio: 5.02, gain: 0.04 * velocity, decay: 0.2 },
    ],
    rate,
  )
  const thump = Math.round(0.018 * rate)
  let low = 0
  for (let i = 0; i < thump; i++) {
    low += 0.12 * (random() * 2 - 1 - low)
    out[i] = (out[i] ?? 0) + low * 0.5 * velocity * Math.sin((Math.PI * i) / thump)
  }
  return faded(out, 0.004, Math.min(0.07, seconds / 3), rate)
}

const round = tableOf(5, (n) => [1, 0.42, 0.16, 0.06, 0.03][n - 1] ?? 0)

export function softBass(hz: number, seconds: number, velocity: number, rate: number): Float32Array {
  const out = held(hz, seconds, round, { attack: 0.008, release: Math.min(0.06, seconds / 3) }, rate)
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * velocity * (0.55 + 0.45 * Math.exp(-i / (0.18 * rate)))
  return out
}

/** A plucked nylon string: noise going round a delay line that takes the brightness off at each turn. */
export function guitar(hz: number, seconds: number, velocity: number, random: Random, rate: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * rate))
  const period = rate / hz - 0.5
  const whole = Math.floor(period)
  const part = period - whole
  const tune = (1 - part) / (1 + part)
  const line = new Float32Array(whole)
  let soft = 0
  for (let i = 0; i < whole; i++) {
    soft += (0.25 + 0.5 * velocity) * (random() * 2 - 1 - soft)
    line[i] = soft * velocity
  }
  const keep = 10 ** (-3 / (hz * 2.2))
  let [at, last, tuned, tunedIn] = [0, 0, 0, 0]
  for (let i = 0; i < out.length; i++) {
    const now = line[at] ?? 0
    out[i] = now
    const damped = keep * 0.5 * (now + last)
    last = now
    tuned = tune * damped + tunedIn - tune * tuned
    tunedIn = damped
    line[at] = tuned
    at = at + 1 === whole ? 0 : at + 1
  }
  return faded(out, 0.001, Math.min(0.05, seconds / 3), rate)
}

const dark = tableOf(8, (n) => 1 / n ** 2.1)
const open = tableOf(14, (n) => 1 / n ** 1.35)

/** A choir of slightly mistuned waves, other ones on each side, that opens and closes over its length. */
export function pad(
  hz: number,
  seconds: number,
  attack: number,
  release: number,
  rate: number,
): [Float32Array, Float32Array] {
  const side = (tunings: readonly number[]) => {
    const out = new Float32Array(Math.round(seconds * rate))
    tunings.forEach((cents, at) => {
      const step = (hz * 2 ** (cents / 1200)) / rate
      let phase = (at + 1) * 0.381966
      for (let i = 0; i < out.length; i++) {
        const openness = 0.4 * Math.sin((Math.PI * i) / out.length)
        out[i] = (out[i] ?? 0) + (1 - openness) * read(dark, phase) + openness * read(open, phase)
        phase += step
      }
    })
    for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * 0.3
    return faded(out, attack, release, rate)
  }
  return [side([-7, 3]), side([-3, 7])]
}

const reed = tableOf(12, (n) => (n % 2 === 1 ? 1 : 0.75) / n ** 1.15)

/** Brass for a fanfare: brightness follows loudness, so the tone blooms. */
export function brass(hz: number, seconds: number, rate: number): Float32Array {
  const bright = held(hz, seconds, reed, { attack: 0.05, release: Math.min(0.25, seconds * 0.5) }, rate, {
    vibrato: 0.004,
  })
  const body = held(hz, seconds, dark, { attack: 0.02, release: Math.min(0.2, seconds * 0.5) }, rate, {
    vibrato: 0.004,
  })
  for (let i = 0; i < body.length; i++) body[i] = 0.5 * (body[i] ?? 0) + 0.28 * (bright[i] ?? 0)
  return body
}
