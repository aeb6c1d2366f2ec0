import { serveJobs } from '../threads/serve-jobs.ts'
import { renderAlert } from './alerts.ts'
import { type AlertName, type SoundName, soundRate, type TrackName, trackRate } from './catalogue.ts'
import { renderPixelAlert } from './pixel-alerts.ts'
import { renderTrackSamples } from './tracks/render-track.ts'
import { encodeWav } from './wav.ts'

export type SoundJob = { readonly sound: SoundName } | { readonly track: TrackName }

/** Makes sounds away from the main thread: a track is a second or two of arithmetic. */
serveJobs<SoundJob, Uint8Array<ArrayBuffer>>((job, progress) => {
  const wav = 'track' in job ? trackWav(job.track, progress) : encodeWav([soundSamples(job.sound)], soundRate)
  const result = new Uint8Array(wav.buffer)
  return { result, transfer: [result.buffer] }
})

function trackWav(name: TrackName, progress: (share: number) => void): Buffer<ArrayBuffer> {
  const { left, right } = renderTrackSamples(name, progress)
  return encodeWav([left, right], trackRate)
}

function soundSamples(name: SoundName): Float32Array {
  return name.startsWith('pixel-')
    ? renderPixelAlert(name.slice('pixel-'.length) as AlertName)
    : renderAlert(name as AlertName)
}
