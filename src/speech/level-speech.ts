import { softLimit } from '../sounds/soft-limit.ts'
import { durationMsOf, readWav, writeWav } from '../sounds/wav.ts'

/** Target RMS of the spoken parts, about -15 LUFS in stereo, so that speech is as loud as the alerts. */
export const speechRms = 0.165

const frameSeconds = 0.02
/** Frames this far below the loudest are pauses and are not measured. */
const pauseShare = 0.1
/** A nearly silent file is not amplified, because that would only amplify noise. */
const maxGain = 12

/**
 * Normalises the loudness and writes a correct header. The voices differ by up to 13 dB. Undefined for anything but 16-bit
 * WAV.
 */
export function levelSpeech(bytes: Uint8Array): { bytes: Buffer<ArrayBuffer>; durationMs: number } | undefined {
  const pcm = readWav(bytes)
  if (pcm === undefined || pcm.samples.length === 0) return undefined
  const gain = gainFor(pcm.samples, Math.max(1, Math.round(pcm.sampleRate * pcm.channels * frameSeconds)))
  const samples = pcm.samples.map((sample) => Math.round(softLimit((sample / 32_768) * gain) * 32_767))
  return { bytes: writeWav({ ...pcm, samples }), durationMs: durationMsOf(pcm) }
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
