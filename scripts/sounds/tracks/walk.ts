import { brush, hat, kick, noise } from '../drums.ts'
import { createEcho, createLowPass, createRoom } from '../effects.ts'
import { electricPiano, uprightBass, vibraphone } from '../instruments.ts'
import { hertz, type Pitch } from '../pitch.ts'
import { type Composer, swung, type Tune } from './studio.ts'

/** One bar: what the piano holds and where the bass walks. */
interface Bar {
  readonly chord: readonly Pitch[]
  readonly walk: readonly [Pitch, Pitch, Pitch, Pitch]
}

const am7: readonly Pitch[] = ['G3', 'C4', 'E4']
const dm7: readonly Pitch[] = ['F3', 'C4', 'E4']
const gsus: readonly Pitch[] = ['F3', 'C4', 'D4']
const c6: readonly Pitch[] = ['E3', 'A3', 'D4']
const fmaj: readonly Pitch[] = ['E3', 'A3', 'C4']
const esus: readonly Pitch[] = ['D3', 'A3', 'D4']
const em: readonly Pitch[] = ['D3', 'G3', 'D4']

const first: readonly Bar[] = [
  { chord: am7, walk: ['A1', 'C2', 'E2', 'C2'] },
  { chord: dm7, walk: ['D2', 'F2', 'A2', 'F2'] },
  { chord: gsus, walk: ['G1', 'A1', 'C2', 'D2'] },
  { chord: c6, walk: ['C2', 'E2', 'G2', 'E2'] },
  { chord: fmaj, walk: ['F2', 'E2', 'C2', 'A1'] },
  { chord: dm7, walk: ['D2', 'A1', 'C2', 'D2'] },
  { chord: esus, walk: ['E2', 'D2', 'A1', 'G1'] },
  { chord: am7, walk: ['A1', 'E2', 'G2', 'E2'] },
]
const second: readonly Bar[] = [
  { chord: fmaj, walk: ['F1', 'A1', 'C2', 'E2'] },
  { chord: gsus, walk: ['G2', 'F2', 'D2', 'C2'] },
  { chord: em, walk: ['E2', 'G2', 'D2', 'E2'] },
  { chord: am7, walk: ['A1', 'C2', 'D2', 'E2'] },
  { chord: dm7, walk: ['D2', 'E2', 'F2', 'A2'] },
  { chord: gsus, walk: ['G2', 'D2', 'C2', 'D2'] },
  { chord: c6, walk: ['C2', 'G1', 'C2', 'D2'] },
  { chord: esus, walk: ['E2', 'D2', 'C2', 'G1'] },
]
const bars = [...first, ...second, ...first]

/** Where the piano answers within a bar; the pattern changes so that no two bars in a row are alike. */
const comping: readonly (readonly (readonly [beat: number, beats: number, velocity: number])[])[] = [
  [
    [0, 1.4, 0.7],
    [2.5, 1.2, 0.5],
  ],
  [
    [0.5, 1.2, 0.6],
    [3, 0.8, 0.45],
  ],
  [
    [0, 2.2, 0.65],
    [3.5, 0.5, 0.5],
  ],
  [[1.5, 1.6, 0.6]],
]

const verse: Tune = [
  [0.5, 'E5', 0.6],
  [1, 'G5', 0.7],
  [2.5, 'A5', 0.75],
  [4, 'F5', 0.55],
  [4.5, 'E5', 0.6],
  [6, 'D5', 0.6],
  [8.5, 'C5', 0.55],
  [9, 'D5', 0.65],
  [11.5, 'G5', 0.6],
  [12, 'E5', 0.7],
  [16.5, 'C5', 0.6],
  [17, 'E5', 0.65],
  [18.5, 'A5', 0.7],
  [20, 'G5', 0.55],
  [20.5, 'F5', 0.5],
  [21.5, 'D5', 0.6],
  [24.5, 'E5', 0.55],
  [25, 'D5', 0.55],
  [26.5, 'A4', 0.6],
  [28, 'C5', 0.65],
  [29.5, 'A4', 0.5],
]
const bridge: Tune = [
  [0, 'A4', 0.6],
  [1.5, 'C5', 0.6],
  [2, 'E5', 0.7],
  [4.5, 'D5', 0.6],
  [6, 'C5', 0.55],
  [8.5, 'D5', 0.6],
  [9, 'E5', 0.7],
  [10.5, 'G5', 0.7],
  [12, 'A5', 0.75],
  [13.5, 'G5', 0.5],
  [16.5, 'F5', 0.6],
  [17.5, 'E5', 0.55],
  [18, 'D5', 0.6],
  [20.5, 'C5', 0.6],
  [22, 'D5', 0.6],
  [24, 'E5', 0.7],
  [28.5, 'D5', 0.5],
  [29.5, 'G4', 0.5],
]

export const playWalk: Composer = (studio) => {
  const { rate, random, secondsPerBeat } = studio

  const piano = studio.bus()
  const bass = studio.bus()
  bars.forEach(({ chord, walk }, bar) => {
    for (const [beat, beats, velocity] of comping[(bar * 3 + Math.floor(bar / 8)) % comping.length] ?? []) {
      chord.forEach((pitch, n) => {
        const at = studio.at(bar * 4 + swung(beat), 16) + n * 0.009
        const note = electricPiano(hertz(pitch), beats * secondsPerBeat + 0.2, velocity * (0.9 + 0.2 * random()), rate)
        piano.add(note, at, 0.26, (n - 1) * 0.35)
      })
    }
    walk.forEach((pitch, beat) => {
      const velocity = (beat % 2 === 0 ? 0.9 : 0.75) + 0.1 * random()
      const at = studio.at(bar * 4 + beat, 10)
      bass.add(uprightBass(hertz(pitch), secondsPerBeat * 0.96, velocity, random, rate), at, 0.62)
    })
    // A skipped note now and then, on the late eighth before a new line of four bars.
    if (bar % 4 === 3) {
      const at = studio.at(bar * 4 + swung(3.5), 8)
      bass.add(uprightBass(hertz('E2'), secondsPerBeat * 0.35, 0.5, random, rate), at, 0.55)
    }
  })

  const vibes = studio.bus()
  const lay = (tune: Tune, from: number, gain: number) => {
    for (const [beat, pitch, velocity] of tune) {
      vibes.add(vibraphone(hertz(pitch), 1.7, velocity, rate), studio.at(from + swung(beat), 18), gain, 0.25)
    }
  }
  lay(verse, 0, 0.3)
  lay(bridge, 32, 0.3)
  lay(verse, 64, 0.26)
  const echoes = studio.send(vibes, createEcho(secondsPerBeat * 1.5 * rate, 0.35, 0.3))

  const drums = studio.bus()
  const thud = kick(rate, { seconds: 0.24 })
  const sweeps = Array.from({ length: 4 }, () => brush(random, rate))
  const ticks = Array.from({ length: 6 }, () => hat(random, rate))
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  for (let beat = 0; beat < bars.length * 4; beat++) {
    const inBar = beat % 4
    if (inBar === 0 || inBar === 2) drums.add(thud, studio.at(beat, 6), inBar === 0 ? 0.46 : 0.32)
    if (inBar === 2 && random() < 0.4) drums.add(thud, studio.at(swung(beat + 0.5), 6), 0.26)
    const sweep = any(sweeps)
    if (sweep !== undefined && inBar % 2 === 1) drums.add(sweep, studio.at(beat, 12), 0.42, -0.1)
    for (const [offset, gain] of [
      [0, 0.16],
      [0.5, 0.26],
    ] as const) {
      const tick = any(ticks)
      if (tick !== undefined) drums.add(tick, studio.at(swung(beat + offset), 9), gain * (0.75 + 0.5 * random()), 0.3)
    }
  }
  addDust(drums, studio.secondsPerBeat * bars.length * 4, random, rate)

  const club = studio.bus()
  club.addAll(piano, 0.5)
  club.addAll(vibes, 0.7)
  club.addAll(echoes, 0.4)
  club.addAll(drums, 0.18)
  const room = studio.send(club, createRoom(1.3, 0.32, rate))

  studio.out(studio.send(piano, createLowPass(4800, rate)), 1.1)
  studio.out(bass, 0.46)
  studio.out(vibes, 1.2)
  studio.out(echoes, 0.5)
  studio.out(drums, 0.75)
  studio.out(room, 0.5)
}

/** The crackle and the breath of an old record. */
function addDust(
  drums: { add(note: Float32Array, at: number, gain: number, pan?: number): void },
  seconds: number,
  random: () => number,
  rate: number,
): void {
  const specks = Array.from({ length: 8 }, () =>
    noise({ seconds: 0.006, lowHz: 900, highHz: 7000, attack: 0.0004, decay: 0.0012 }, random, rate),
  )
  for (let i = 0; i < seconds * 7; i++) {
    const speck = specks[i % specks.length]
    if (speck !== undefined) drums.add(speck, random() * seconds, 0.03 + 0.14 * random() ** 5, random() * 1.6 - 0.8)
  }
  for (let at = 0; at < seconds; at += 2) {
    drums.add(noise({ seconds: 4, lowHz: 500, highHz: 4500, attack: 2, decay: 1.5 }, random, rate), at, 0.016)
  }
}
