import { type AlertName, soundRate as rate } from '../../src/capabilities/sounds/catalogue.ts'
import { levelTo } from './loudness.ts'
import { hertz, type Pitch } from './pitch.ts'
import { faded } from './tones.ts'

/** What a game console of 1985 had: two pulse waves, a triangle and a shift register, volume in sixteen steps. */
type Wave = 'pulse' | 'thin' | 'triangle' | 'noise'

interface Blip {
  readonly at: number
  readonly seconds: number
  readonly wave: Wave
  /** For noise: how often the register shifts. */
  readonly hz: number
  readonly toHz?: number
  readonly gain?: number
  /** Loudness at the end of the blip, as a share of its start. */
  readonly end?: number
  readonly start?: number
}

const scores: Record<AlertName, readonly Blip[]> = {
  chime: run(['A5', 'C6', 'E6'], 0.13, 'thin', { seconds: 0.55, end: 0 }),
  coin: [
    { at: 0, seconds: 0.075, wave: 'pulse', hz: hertz('E6'), end: 0.9 },
    { at: 0.075, seconds: 0.5, wave: 'pulse', hz: hertz('A6'), end: 0 },
  ],
  fanfare: [
    ...run(['E5', 'A5', 'C6'], 0.12, 'pulse', { seconds: 0.1, end: 0.7 }),
    ...(['A4', 'C5', 'E5'] as const).map(
      (pitch, n): Blip => ({
        at: 0.4,
        seconds: 0.65,
        wave: n === 0 ? 'triangle' : 'thin',
        hz: hertz(pitch),
        gain: 0.6,
        end: 0,
      }),
    ),
    { at: 0.4, seconds: 0.65, wave: 'pulse', hz: hertz('E6'), gain: 0.6, end: 0 },
  ],
  pop: [{ at: 0, seconds: 0.12, wave: 'pulse', hz: 330, toHz: 1320, end: 0.1 }],
  whoosh: [
    { at: 0, seconds: 0.35, wave: 'noise', hz: 2000, toHz: 14_000, start: 0.1, end: 1 },
    { at: 0.35, seconds: 0.45, wave: 'noise', hz: 14_000, toHz: 1500, end: 0 },
  ],
  alarm: [0, 0.4, 0.8].flatMap((at): Blip[] => [
    { at, seconds: 0.17, wave: 'pulse', hz: hertz('A5'), end: 0.8 },
    { at: at + 0.18, seconds: 0.19, wave: 'pulse', hz: hertz('E5'), end: 0.8 },
  ]),
  applause: Array.from({ length: 26 }, (_, n): Blip => {
    const at = n * 0.075
    const swell = Math.min(1, 0.3 + at / 0.4) * Math.min(1, (2.1 - at) / 0.9)
    return { at, seconds: 0.07, wave: 'noise', hz: 5200 + 1700 * (n % 3), gain: swell, end: 0.15 }
  }),
  'level-up': [
    ...run(['A4', 'C5', 'D5', 'E5', 'G5', 'A5'], 0.07, 'pulse', { seconds: 0.068, end: 0.7 }),
    { at: 0.42, seconds: 0.6, wave: 'thin', hz: hertz('C6'), gain: 0.7, end: 0 },
    { at: 0.42, seconds: 0.6, wave: 'pulse', hz: hertz('E6'), gain: 0.7, end: 0 },
  ],
}

export function renderPixelAlert(name: AlertName): Float32Array {
  const blips = scores[name]
  const seconds = Math.max(...blips.map((blip) => blip.at + blip.seconds)) + 0.02
  const out = new Float32Array(Math.round(seconds * rate))
  for (const blip of blips) lay(out, blip)
  takeOffset(out)
  faded(out, 0.001, 0.02, rate)
  levelTo([out], rate)
  return out
}

function run(pitches: readonly Pitch[], every: number, wave: Wave, shape: { seconds: number; end: number }): Blip[] {
  return pitches.map((pitch, n) => ({ at: n * every, wave, hz: hertz(pitch), ...shape }))
}

function lay(out: Float32Array, { at, seconds, wave, hz, toHz = hz, gain = 1, start = 1, end = 1 }: Blip): void {
  const first = Math.round(at * rate)
  const length = Math.round(seconds * rate)
  const edge = Math.round(0.0015 * rate)
  let [phase, register, held] = [0, 1, 0]
  for (let i = 0; i < length && first + i < out.length; i++) {
    // Sixty frames a second, as the picture: pitch and volume move in steps.
    const frame = Math.floor((i / rate) * 60) / Math.max(1, Math.floor(seconds * 60))
    const step = (hz * (toHz / hz) ** Math.min(1, frame)) / rate
    const volume = Math.round(15 * (start + (end - start) * Math.min(1, frame))) / 15
    phase += step
    if (phase >= 1) {
      phase -= 1
      // The fifteen-bit register of the time, whose lowest bit is the noise.
      register = (register >> 1) | (((register ^ (register >> 1)) & 1) << 14)
      held = register & 1 ? 1 : -1
    }
    const value = wave === 'noise' ? held : tone(wave, phase, step)
    out[first + i] = (out[first + i] ?? 0) + value * volume * gain * Math.min(1, i / edge, (length - i) / edge)
  }
}

function tone(wave: Exclude<Wave, 'noise'>, phase: number, step: number): number {
  // The old triangle climbs in sixteen stairs; that is its sound.
  if (wave === 'triangle') return 1.6 * (Math.round((1 - 2 * Math.abs(2 * phase - 1)) * 7.5) / 7.5)
  const width = wave === 'pulse' ? 0.5 : 0.25
  const pulse = (phase < width ? 1 : -1) + blep(phase, step) - blep((phase - width + 1) % 1, step)
  return pulse - (2 * width - 1)
}

/** Rounds a jump over two samples, so that high notes do not fold back as whistles. */
function blep(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step
    return 2 * t - t * t - 1
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step
    return t * t + 2 * t + 1
  }
  return 0
}

function takeOffset(out: Float32Array): void {
  const keep = Math.exp((-2 * Math.PI * 30) / rate)
  let [before, y] = [0, 0]
  for (let i = 0; i < out.length; i++) {
    const x = out[i] ?? 0
    y = x - before + keep * y
    before = x
    out[i] = y
  }
}
