import { type AlertName, soundRate as rate } from '../../src/capabilities/sounds/catalogue.ts'
import { clap, noise } from './drums.ts'
import { createRoom, runOnce } from './effects.ts'
import { bell, brass } from './instruments.ts'
import { levelTo } from './loudness.ts'
import { createMix, type Mix } from './mix.ts'
import { hertz, type Pitch } from './pitch.ts'
import { createRandom } from './random.ts'
import { faded, held, struck, tableOf } from './tones.ts'

interface Recipe {
  readonly seconds: number
  /** Amount of reverb of a small room; the dry sound comes first. */
  readonly room: number
  readonly play: (mix: Mix) => void
}

const recipes: Record<AlertName, Recipe> = {
  chime: {
    seconds: 1.6,
    room: 0.25,
    play(mix) {
      melody(['A5', 'C6', 'E6'], 0.13, (pitch, at) => mix.add(bell(hertz(pitch), 1.2, rate), at, 0.5))
    },
  },
  coin: {
    seconds: 0.9,
    room: 0.15,
    play(mix) {
      mix.add(coinRing(hertz('E6'), 0.09), 0, 0.5)
      mix.add(coinRing(hertz('A6'), 0.65), 0.075, 0.55)
    },
  },
  fanfare: {
    seconds: 1.75,
    room: 0.3,
    play(mix) {
      const short: [Pitch, number, number][] = [
        ['E4', 0, 0.13],
        ['A4', 0.14, 0.13],
        ['C5', 0.28, 0.13],
        ['E5', 0.42, 0.24],
        ['D5', 0.67, 0.13],
      ]
      for (const [pitch, at, seconds] of short) mix.add(brass(hertz(pitch), seconds, rate), at, 0.5)
      for (const pitch of ['A3', 'E4', 'A4', 'C5', 'E5'] as const) mix.add(brass(hertz(pitch), 0.75, rate), 0.82, 0.3)
    },
  },
  pop: {
    seconds: 0.32,
    room: 0.08,
    play(mix) {
      mix.add(bubble(330, 880, 0.09), 0, 0.8)
      mix.add(bubble(440, 1320, 0.07), 0.085, 0.45)
    },
  },
  whoosh: {
    seconds: 1.1,
    room: 0.2,
    play(mix) {
      mix.add(sweep(0.95), 0, 1)
    },
  },
  alarm: {
    seconds: 1.35,
    room: 0.12,
    play(mix) {
      for (let turn = 0; turn < 3; turn++) {
        mix.add(held(hertz('A5'), 0.17, horn, { attack: 0.012, release: 0.05 }, rate), turn * 0.4, 0.5)
        mix.add(held(hertz('E5'), 0.2, horn, { attack: 0.012, release: 0.06 }, rate), turn * 0.4 + 0.18, 0.5)
      }
    },
  },
  applause: {
    seconds: 2.4,
    room: 0.35,
    play(mix) {
      const random = createRandom(8)
      const hands = Array.from({ length: 24 }, () => clap(random, rate))
      for (let i = 0; i < 420; i++) {
        const at = random() ** 0.85 * 2.1
        const swell = Math.min(1, at / 0.25) * Math.min(1, (2.3 - at) / 0.9)
        const hand = hands[Math.floor(random() * hands.length)]
        if (hand !== undefined) mix.add(hand, at, swell * (0.15 + 0.35 * random()))
      }
    },
  },
  'level-up': {
    seconds: 1.55,
    room: 0.25,
    play(mix) {
      melody(['A4', 'C5', 'D5', 'E5', 'G5', 'A5'], 0.075, (pitch, at) => {
        mix.add(bell(hertz(pitch), 0.5, rate), at, 0.4)
        mix.add(held(hertz(pitch), 0.11, horn, { attack: 0.006, release: 0.05 }, rate), at, 0.16)
      })
      for (const pitch of ['A5', 'C6', 'E6'] as const) mix.add(bell(hertz(pitch), 1, rate), 0.47, 0.3)
    },
  },
}

const horn = tableOf(9, (n) => (n % 2 === 1 ? 1 / n ** 1.3 : 0.15 / n))

/** One alert, levelled, with silent ends. */
export function renderAlert(name: AlertName): Float32Array {
  const { seconds, room, play } = recipes[name]
  const mix = createMix(Math.round(seconds * rate), rate, { loop: false })
  play(mix)
  mix.addAll(runOnce(createRoom(0.7, 0.45, rate), mix), room)
  const mono = mix.left.map((sample, i) => 0.5 * (sample + (mix.right[i] ?? 0)))
  faded(mono, 0.001, seconds * 0.25, rate)
  levelTo([mono], rate)
  return mono
}

function melody(pitches: readonly Pitch[], every: number, play: (pitch: Pitch, at: number) => void): void {
  pitches.forEach((pitch, at) => {
    play(pitch, at * every)
  })
}

function coinRing(hz: number, seconds: number): Float32Array {
  return struck(
    hz,
    seconds,
    [
      { ratio: 1, gain: 0.6, decay: seconds * 1.3 },
      { ratio: 2.76, gain: 0.2, decay: seconds * 0.7 },
      { ratio: 5.4, gain: 0.1, decay: seconds * 0.3 },
    ],
    rate,
  )
}

/** A short tone whose pitch rises while it fades. */
function bubble(from: number, to: number, seconds: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * rate))
  let phase = 0
  for (let i = 0; i < out.length; i++) {
    const share = i / out.length
    phase += (from * (to / from) ** share) / rate
    out[i] = Math.sin(2 * Math.PI * phase) * (1 - share) ** 0.6
  }
  return faded(out, 0.002, seconds * 0.4, rate)
}

/** Noise through a sweeping band-pass filter: up to 2.5 kHz and down again. */
function sweep(seconds: number): Float32Array {
  const air = noise({ seconds, lowHz: 60, highHz: 9000, attack: 0.001, decay: 100 }, createRandom(5), rate)
  let [low, band] = [0, 0]
  for (let i = 0; i < air.length; i++) {
    const share = i / air.length
    const arc = Math.sin(Math.PI * share ** 0.8)
    const corner = 2 * Math.sin((Math.PI * (250 + 2300 * arc ** 2)) / rate)
    low += corner * band
    const high = (air[i] ?? 0) - low - 0.5 * band
    band += corner * high
    air[i] = band * arc ** 1.6
  }
  return faded(air, 0.02, 0.1, rate)
}
