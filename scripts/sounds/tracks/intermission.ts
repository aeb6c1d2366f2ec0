import { clap, hat, kick, shaker } from '../drums.ts'
import { createEcho, createLowPass, createRoom } from '../effects.ts'
import { bell, guitar, marimba, pad, softBass } from '../instruments.ts'
import { hertz, type Pitch } from '../pitch.ts'
import type { Composer, Tune } from './studio.ts'

interface Chord {
  readonly root: Pitch
  readonly fifth: Pitch
  readonly notes: readonly [Pitch, Pitch, Pitch, Pitch]
}

const c: Chord = { root: 'C2', fifth: 'G2', notes: ['C4', 'E4', 'G4', 'A4'] }
const a: Chord = { root: 'A1', fifth: 'E2', notes: ['C4', 'E4', 'G4', 'A4'] }
const f: Chord = { root: 'F1', fifth: 'C2', notes: ['C4', 'E4', 'A4', 'C5'] }
const g: Chord = { root: 'G1', fifth: 'D2', notes: ['C4', 'D4', 'G4', 'A4'] }
const d: Chord = { root: 'D2', fifth: 'A2', notes: ['C4', 'D4', 'F4', 'A4'] }
const e: Chord = { root: 'E2', fifth: 'C2', notes: ['C4', 'E4', 'G4', 'C5'] }

/** Twenty-eight bars: the tune, a middle part, the tune again, four bars back to the start. */
const bars: readonly Chord[] = [c, a, f, g, c, a, f, g, f, e, d, g, f, a, d, g, c, a, f, g, c, a, f, g, f, g, a, g]

/** The order in which the marimba runs through a chord, in eighths. */
const runs = [
  [0, 2, 1, 3, 2, 1, 3, 2],
  [0, 1, 2, 3, 2, 3, 1, 2],
]

const verse: Tune = [
  [0, 'E5', 0.8],
  [0.75, 'G5', 0.7],
  [1.5, 'A5', 0.85],
  [3, 'G5', 0.6],
  [4, 'E5', 0.8],
  [4.75, 'D5', 0.6],
  [5.5, 'C5', 0.75],
  [8, 'A4', 0.7],
  [8.75, 'C5', 0.65],
  [9.5, 'E5', 0.8],
  [11, 'D5', 0.6],
  [12, 'D5', 0.8],
  [13.5, 'C5', 0.55],
  [14, 'D5', 0.65],
  [15, 'G4', 0.6],
  [16, 'E5', 0.8],
  [16.75, 'G5', 0.7],
  [17.5, 'A5', 0.85],
  [19, 'C6', 0.7],
  [20, 'A5', 0.8],
  [20.75, 'G5', 0.6],
  [21.5, 'E5', 0.75],
  [24, 'F5', 0.7],
  [24.75, 'E5', 0.6],
  [25.5, 'C5', 0.7],
  [27, 'A4', 0.55],
  [28, 'D5', 0.8],
  [29.5, 'E5', 0.6],
  [30, 'D5', 0.65],
]
const middle: Tune = [
  [0, 'A5', 0.75],
  [2, 'G5', 0.6],
  [4, 'E5', 0.75],
  [6.5, 'D5', 0.6],
  [7, 'E5', 0.6],
  [8, 'F5', 0.75],
  [10, 'E5', 0.6],
  [11, 'D5', 0.6],
  [12, 'D5', 0.75],
  [16, 'A5', 0.75],
  [17.5, 'C6', 0.65],
  [20, 'E5', 0.7],
  [22, 'G5', 0.65],
  [24, 'F5', 0.75],
  [25.5, 'E5', 0.6],
  [26, 'D5', 0.6],
  [28, 'G5', 0.8],
  [30, 'D5', 0.6],
]

export const playIntermission: Composer = (studio) => {
  const { rate, random, secondsPerBeat } = studio

  const keys = studio.bus()
  const strings = studio.bus()
  const pads = studio.bus()
  const bass = studio.bus()
  bars.forEach((chord, bar) => {
    const at = bar * 4
    const isMiddle = bar >= 8 && bar < 16
    runs[bar % 2]?.forEach((n, step) => {
      const pitch = chord.notes[n]
      if (pitch === undefined || (isMiddle && step % 2 === 1)) return
      const velocity = (step % 4 === 0 ? 0.75 : 0.5) + 0.15 * random()
      keys.add(marimba(hertz(pitch), velocity, rate), studio.at(at + step / 2, 7), 0.42, n * 0.24 - 0.36)
    })
    for (const beat of isMiddle ? [1, 3] : [0.5, 1.5, 2.5, 3.5]) {
      chord.notes.slice(0, 3).forEach((pitch, n) => {
        const time = studio.at(at + beat, 6) + n * 0.008
        strings.add(guitar(hertz(pitch), isMiddle ? 0.7 : 0.3, 0.5 + 0.15 * random(), random, rate), time, 0.3, 0.45)
      })
    }
    for (const pitch of chord.notes.slice(0, 3)) {
      const note = studio.once(pitch, () => pad(hertz(pitch), secondsPerBeat * 4 + 0.5, 0.35, 0.7, rate))
      pads.addStereo(note, studio.at(at), isMiddle ? 0.13 : 0.07)
    }
    for (const [beat, beats, pitch] of [
      [0, 0.9, chord.root],
      [1.5, 0.4, chord.root],
      [2, 0.8, chord.fifth],
      [3, 0.4, chord.root],
      [3.5, 0.4, chord.fifth],
    ] as const) {
      bass.add(softBass(hertz(pitch), beats * secondsPerBeat, 0.8, rate), studio.at(at + beat, 4), 0.5)
    }
  })

  const lead = studio.bus()
  const lay = (tune: Tune, from: number, gain: number) => {
    for (const [beat, pitch, velocity] of tune) {
      lead.add(bell(hertz(pitch), 1.3, rate), studio.at(from + beat, 9), gain * velocity, -0.2)
    }
  }
  lay(verse, 0, 0.3)
  lay(middle, 32, 0.3)
  lay(verse, 64, 0.32)
  lay(
    [
      [0, 'A5', 0.7],
      [2, 'G5', 0.6],
      [4, 'D5', 0.7],
      [6, 'E5', 0.6],
      [8, 'C5', 0.7],
      [12, 'D5', 0.7],
      [14, 'G4', 0.6],
    ],
    96,
    0.28,
  )
  const echoes = studio.send(lead, createEcho(secondsPerBeat * 0.75 * rate, 0.42, 0.4))

  const drums = studio.bus()
  const thud = kick(rate, { from: 120, to: 50, seconds: 0.22 })
  const hands = Array.from({ length: 3 }, () => clap(random, rate))
  const shakes = Array.from({ length: 5 }, () => shaker(random, rate))
  const ticks = Array.from({ length: 4 }, () => hat(random, rate))
  for (let beat = 0; beat < bars.length * 4; beat++) {
    const isMiddle = beat >= 32 && beat < 64
    if (!isMiddle || beat % 2 === 0) drums.add(thud, studio.at(beat, 3), 0.36)
    const hand = hands[beat % hands.length]
    if (hand !== undefined && beat % 2 === 1) drums.add(hand, studio.at(beat, 5), isMiddle ? 0.3 : 0.5, 0.1)
    for (let step = 0; step < 4; step++) {
      const shake = shakes[(beat * 4 + step * 3) % shakes.length]
      if (shake !== undefined) drums.add(shake, studio.at(beat + step / 4, 6), step === 2 ? 0.3 : 0.12, -0.35)
    }
    const tick = ticks[beat % ticks.length]
    if (tick !== undefined && !isMiddle) drums.add(tick, studio.at(beat + 0.5, 4), 0.2, 0.35)
  }

  const hall = studio.bus()
  hall.addAll(keys, 0.45)
  hall.addAll(lead, 0.6)
  hall.addAll(echoes, 0.4)
  hall.addAll(strings, 0.3)
  hall.addAll(drums, 0.15)
  const room = studio.send(hall, createRoom(1.5, 0.45, rate))

  studio.out(keys, 1.15)
  studio.out(strings, 1.2)
  studio.out(studio.send(pads, createLowPass(3000, rate)), 1)
  studio.out(bass, 0.36)
  studio.out(lead, 1.2)
  studio.out(echoes, 0.55)
  studio.out(drums, 0.9)
  studio.out(room, 0.5)
}
