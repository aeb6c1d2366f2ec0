import { softLimit } from '../sounds/soft-limit.ts'
import { durationMsOf, type Pcm, readWav, writeWav } from '../sounds/wav.ts'

/** Target RMS of the spoken parts, about -15 LUFS in stereo, so that speech is as loud as the alerts. */
export const speechRms = 0.165

const frameSeconds = 0.02
/** Frames this far below the loudest are pauses and are not measured. */
const pauseShare = 0.1
/** A nearly silent file is not amplified, because that would only amplify noise. */
const maxGain = 12

/** Voices put up to 0.2 s of silence before the first word. Quieter than this share of the peak counts as silence. */
const silentShare = 0.01
/** Kept before the first sound, because a soft consonant begins below that share. */
const leadSeconds = 0.01

export interface LevelledSpeech {
  readonly bytes: Buffer<ArrayBuffer>
  readonly durationMs: number
  readonly gain: number
}

/**
 * Normalises the loudness, removes the silence at the start and writes a correct header. The voices differ by up to
 * 13 dB. Undefined for anything but 16-bit WAV.
 */
export function levelSpeech(
  bytes: Uint8Array,
  /** `gain` of an earlier part of the same line; the silence at the end is cut to `maxTailSeconds`. */
  { gain: given, maxTailSeconds = Number.POSITIVE_INFINITY }: { gain?: number; maxTailSeconds?: number } = {},
): LevelledSpeech | undefined {
  const pcm = readWav(bytes)
  if (pcm === undefined || pcm.samples.length === 0) return undefined
  const frameLength = Math.max(1, Math.round(pcm.sampleRate * pcm.channels * frameSeconds))
  const gain = given ?? gainFor(pcm.samples, frameLength)
  const samples = pcm.samples.subarray(...boundsOf(pcm, maxTailSeconds))
  for (let i = 0; i < samples.length; i++) {
    samples[i] = Math.round(softLimit(((samples[i] ?? 0) / 32_768) * gain) * 32_767)
  }
  const kept = { ...pcm, samples }
  return { bytes: writeWav(kept), durationMs: durationMsOf(kept), gain }
}

/** The first sample to keep, and the one after the last. A file without any sound is kept as it is. */
function boundsOf({ samples, sampleRate, channels }: Pcm, maxTailSeconds: number): [start: number, end: number] {
  let peak = 0
  for (const sample of samples) if (Math.abs(sample) > peak) peak = Math.abs(sample)
  const isSound = (sample: number) => Math.abs(sample) > peak * silentShare
  const first = samples.findIndex(isSound)
  if (first < 0) return [0, samples.length]
  const last = samples.findLastIndex(isSound)
  const start = Math.floor(first / channels) - Math.round(sampleRate * leadSeconds)
  const end = Math.ceil((last + 1) / channels) + Math.round(Math.min(maxTailSeconds, 600) * sampleRate)
  return [Math.max(0, start) * channels, Math.min(samples.length, end * channels)]
}

function gainFor(samples: Int16Array, frameLength: number): number {
  const energies: number[] = []
  for (let start = 0; start < samples.length; start += frameLength) {
    const end = Math.min(samples.length, start + frameLength)
    let sum = 0
    for (let i = start; i < end; i++) sum += ((samples[i] ?? 0) / 32_768) ** 2
    energies.push(sum / (end - start))
  }
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0)
  const spoken = energies.filter((energy) => energy > loudest * pauseShare ** 2)
  const rms = Math.sqrt(spoken.reduce((sum, energy) => sum + energy, 0) / Math.max(1, spoken.length))
  return rms === 0 ? 1 : Math.min(maxGain, speechRms / rms)
}
