import { type TrackName, trackRate, trackSamples, tracks } from '../../../src/capabilities/sounds/catalogue.ts'
import { createHighPass, createLowPass, type Effect, runInLoop } from '../effects.ts'
import { levelTo } from '../loudness.ts'
import { createMix, type Mix, type Stereo } from '../mix.ts'
import type { Pitch } from '../pitch.ts'
import { createRandom, type Random } from '../random.ts'

export type Composer = (studio: Studio) => void

/** A track is a loop: times are beats, and notes that pass the end continue at the start. */
export interface Studio {
  readonly rate: number
  readonly random: Random
  readonly secondsPerBeat: number
  bus(): Mix
  /** Renders a note at its first use; using it again is cheap. */
  once<Note>(name: string, make: () => Note): Note
  /** The time of a beat in seconds, randomly a few milliseconds early or late, as played by people. */
  at(beat: number, loosenessMs?: number): number
  send(bus: Stereo, effect: Effect): Stereo
  out(bus: Stereo, gain: number): void
}

const warmUpSeconds = 6

export function record(name: TrackName, seed: number, compose: Composer): Stereo {
  const length = trackSamples(name)
  const secondsPerBeat = length / trackRate / tracks[name].beats
  const random = createRandom(seed)
  const made = new Map<string, unknown>()
  const master = createMix(length, trackRate, { loop: true })
  const studio: Studio = {
    rate: trackRate,
    random,
    secondsPerBeat,
    bus: () => createMix(length, trackRate, { loop: true }),
    once<Note>(name: string, make: () => Note): Note {
      if (!made.has(name)) made.set(name, make())
      return made.get(name) as Note
    },
    at: (beat, loosenessMs = 0) => beat * secondsPerBeat + ((random() - 0.5) * loosenessMs) / 1000,
    send: (bus, effect) => runInLoop(effect, bus, warmUpSeconds * trackRate),
    out: (bus, gain) => master.addAll(bus, gain),
  }
  compose(studio)
  const soft = studio.send(studio.send(master, createHighPass(28, trackRate)), createLowPass(10_500, trackRate))
  levelTo([soft.left, soft.right], trackRate)
  return soft
}

/** Swung eighths: the off-beat comes late. */
export function swung(beat: number, share = 0.6): number {
  const whole = Math.floor(beat)
  return beat - whole === 0.5 ? whole + share : beat
}

/** A tune as `[beat, pitch, velocity]`; `from` shifts the whole phrase. */
export type Tune = readonly (readonly [beat: number, pitch: Pitch, velocity: number])[]
