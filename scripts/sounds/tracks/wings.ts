import { kick, noise, shaker } from '../drums.ts'
import { createEcho, createLowPass, createRoom } from '../effects.ts'
import { kalimba, pad, softBass } from '../instruments.ts'
import { hertz, type Pitch } from '../pitch.ts'
import { held, sine } from '../tones.ts'
import type { Composer, Tune } from './studio.ts'

/** Eight chords of eight beats. Long pads, a thumb piano that takes its time, a room with the lights down. */
const chords: readonly { readonly bass: Pitch; readonly notes: readonly Pitch[] }[] = [
  { bass: 'A1', notes: ['E3', 'A3', 'C4', 'G4'] },
  { bass: 'F1', notes: ['F3', 'A3', 'C4', 'E4'] },
  { bass: 'C2', notes: ['E3', 'G3', 'C4', 'D4'] },
  { bass: 'G1', notes: ['D3', 'G3', 'C4', 'D4'] },
  { bass: 'A1', notes: ['E3', 'G3', 'C4', 'E4'] },
  { bass: 'D2', notes: ['F3', 'A3', 'C4', 'E4'] },
  { bass: 'F1', notes: ['F3', 'A3', 'C4', 'G4'] },
  { bass: 'E1', notes: ['E3', 'A3', 'D4', 'G4'] },
]

const tune: Tune = [
  [0, 'A4', 0.8],
  [1.5, 'C5', 0.6],
  [2, 'E5', 0.8],
  [4.5, 'D5', 0.6],
  [5, 'C5', 0.55],
  [8, 'A4', 0.7],
  [10, 'G4', 0.5],
  [10.5, 'A4', 0.6],
  [13, 'C5', 0.6],
  [16, 'E5', 0.8],
  [17.5, 'G5', 0.6],
  [18, 'E5', 0.6],
  [20.5, 'D5', 0.55],
  [21, 'C5', 0.5],
  [24, 'D5', 0.75],
  [26, 'C5', 0.5],
  [26.5, 'D5', 0.6],
  [29, 'G4', 0.5],
  [32, 'A4', 0.8],
  [33, 'E5', 0.6],
  [34, 'A5', 0.85],
  [36.5, 'G5', 0.6],
  [37, 'E5', 0.55],
  [40, 'F5', 0.7],
  [41.5, 'E5', 0.55],
  [42, 'C5', 0.6],
  [45, 'A4', 0.55],
  [48, 'C5', 0.75],
  [49.5, 'E5', 0.6],
  [50, 'G5', 0.7],
  [53, 'E5', 0.5],
  [54, 'C5', 0.5],
  [56, 'D5', 0.75],
  [58, 'E5', 0.6],
  [59.5, 'D5', 0.5],
  [60.5, 'G4', 0.5],
  [62, 'E4', 0.5],
]

export const playWings: Composer = (studio) => {
  const { rate, random, secondsPerBeat } = studio
  const long = secondsPerBeat * 8

  const pads = studio.bus()
  const bass = studio.bus()
  chords.forEach((chord, at) => {
    for (const pitch of chord.notes) {
      // Each chord swells up while the one before it sinks.
      const note = studio.once(pitch, () => pad(hertz(pitch), long + 3.2, 2.6, 3.4, rate))
      pads.addStereo(note, studio.at(at * 8) - 1.2, 0.2)
    }
    const root = hertz(chord.bass) * 2
    bass.add(held(root, long + 0.6, sine, { attack: 0.7, release: 1.4 }, rate), studio.at(at * 8), 0.3)
    bass.add(softBass(root, 1.8, 0.5, rate), studio.at(at * 8), 0.4)
    bass.add(softBass(root, 1.2, 0.4, rate), studio.at(at * 8 + 5), 0.35)
  })

  const keys = studio.bus()
  for (const [beat, pitch, velocity] of tune) {
    keys.add(kalimba(hertz(pitch), 2.6, velocity, rate), studio.at(beat, 22), 0.5, random() * 0.7 - 0.35)
  }
  const echoes = studio.send(keys, createEcho(secondsPerBeat * 0.75 * rate, 0.52, 0.35))

  const drums = studio.bus()
  const heart = kick(rate, { from: 80, to: 48, seconds: 0.4 })
  const shakes = Array.from({ length: 5 }, () => shaker(random, rate))
  for (let bar = 0; bar < 16; bar++) {
    drums.add(heart, studio.at(bar * 4), 0.22)
    if (bar % 2 === 1) drums.add(heart, studio.at(bar * 4 + 2.5), 0.13)
    for (let step = 0; step < 8; step++) {
      const shake = shakes[Math.floor(random() * shakes.length)]
      const accent = step % 4 === 2 ? 0.32 : 0.12 + 0.05 * random()
      if (shake !== undefined && step % 2 === 0) drums.add(shake, studio.at(bar * 4 + step / 2, 14), accent, 0.3)
    }
  }
  // Air: two slow breaths of noise, as of a big dark hall.
  const breath = () => noise({ seconds: 15, lowHz: 250, highHz: 1100, attack: 7, decay: 3 }, random, rate)
  for (const beat of [0, 16, 32, 48]) drums.addStereo([breath(), breath()], studio.at(beat), 0.05)

  const hall = studio.bus()
  hall.addAll(pads, 0.3)
  hall.addAll(keys, 0.7)
  hall.addAll(echoes, 0.6)
  hall.addAll(drums, 0.35)
  const room = studio.send(hall, createRoom(2.8, 0.38, rate))

  studio.out(studio.send(pads, createLowPass(4200, rate)), 1)
  studio.out(bass, 0.36)
  studio.out(keys, 1.3)
  studio.out(echoes, 0.8)
  studio.out(drums, 1.3)
  studio.out(room, 0.85)
}
