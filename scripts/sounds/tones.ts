/** Waveforms. Each function writes one note into a new array. */

/** One sine that rings out. `decay` is the time in seconds to fall by 60 dB. */
export interface Partial {
  readonly ratio: number
  readonly gain: number
  readonly decay: number
}

/** Struck things: bells, bars, strings. Each partial is a two-pole resonator, which costs two products per sample. */
export function struck(hz: number, seconds: number, partials: readonly Partial[], rate: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * rate))
  for (const { ratio, gain, decay } of partials) {
    const step = (2 * Math.PI * hz * ratio) / rate
    if (step > Math.PI * 0.9) continue
    const shrink = 10 ** (-3 / (decay * rate))
    const turn = 2 * shrink * Math.cos(step)
    const fade = shrink * shrink
    let [before, now] = [0, gain * shrink * Math.sin(step)]
    for (let i = 1; i < out.length; i++) {
      out[i] = (out[i] ?? 0) + now
      const next = turn * now - fade * before
      before = now
      now = next
    }
  }
  return faded(out, 0.001, Math.min(0.03, seconds / 4), rate)
}

export type Table = Float32Array

const tableLength = 4096

/** One period as a sum of sines; `gainOf` returns the gain of the nth harmonic. */
export function tableOf(harmonics: number, gainOf: (harmonic: number) => number): Table {
  const table = new Float32Array(tableLength + 1)
  for (let harmonic = 1; harmonic <= harmonics; harmonic++) {
    const gain = gainOf(harmonic)
    for (let i = 0; i <= tableLength; i++) {
      table[i] = (table[i] ?? 0) + gain * Math.sin((2 * Math.PI * harmonic * (i % tableLength)) / tableLength)
    }
  }
  return table
}

export const sine = tableOf(1, () => 1)

/** `phase` counts periods; only its fraction matters. */
export function read(table: Table, phase: number): number {
  const at = (phase - Math.floor(phase)) * tableLength
  const whole = Math.floor(at)
  const low = table[whole] ?? 0
  return low + ((table[whole + 1] ?? 0) - low) * (at - whole)
}

export interface Envelope {
  readonly attack: number
  readonly release: number
}

/** A held note: rises over `attack`, holds, and falls over `release` within its own length. */
export function held(
  hz: number,
  seconds: number,
  table: Table,
  { attack, release }: Envelope,
  rate: number,
  more: { readonly detune?: number; readonly vibrato?: number; readonly phase?: number } = {},
): Float32Array {
  const out = new Float32Array(Math.round(seconds * rate))
  const base = (hz * 2 ** ((more.detune ?? 0) / 1200)) / rate
  const vibrato = more.vibrato ?? 0
  let phase = more.phase ?? 0
  for (let i = 0; i < out.length; i++) {
    out[i] = read(table, phase)
    // The vibrato starts slowly, as a player's would.
    phase += vibrato === 0 ? base : base * (1 + vibrato * Math.min(1, i / rate) * read(sine, (5.2 * i) / rate))
  }
  return faded(out, attack, release, rate)
}

/** Raised-cosine ends: whatever the sound was, it starts and ends at zero without a click. */
export function faded(out: Float32Array, attackSeconds: number, releaseSeconds: number, rate: number): Float32Array {
  const attack = Math.min(out.length, Math.round(attackSeconds * rate))
  const release = Math.min(out.length, Math.round(releaseSeconds * rate))
  for (let i = 0; i < attack; i++) out[i] = (out[i] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * i) / attack))
  for (let i = 0; i < release; i++) {
    const at = out.length - 1 - i
    out[at] = (out[at] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * i) / release))
  }
  return out
}
