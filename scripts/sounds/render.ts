import {
  type AlertName,
  isTrackName,
  type SoundName,
  soundRate,
  type TrackName,
  trackRate,
} from '../../src/capabilities/sounds/catalogue.ts'
import type { Pcm } from '../../src/capabilities/sounds/wav.ts'
import { renderAlert } from './alerts.ts'
import { toPcm, withFewerBits } from './pcm.ts'
import { renderPixelAlert } from './pixel-alerts.ts'
import { renderTrackSamples } from './tracks/render-track.ts'

/**
 * A track keeps 11 of its 16 bits: 55 dB below the music, at half the size. Alerts keep all: they are small, and their
 * endings fade to silence, where rounding would be heard.
 */
const droppedTrackBits = 5

/** Renders a built-in sound or track. The same samples on every machine. */
export function render(name: SoundName | TrackName): Pcm {
  if (isTrackName(name)) {
    const { left, right } = renderTrackSamples(name)
    return toPcm([left, right], trackRate)
  }
  const samples = name.startsWith('pixel-')
    ? renderPixelAlert(name.slice('pixel-'.length) as AlertName)
    : renderAlert(name as AlertName)
  return toPcm([samples], soundRate)
}

/** The samples that are written to the file. */
export function asShipped(name: SoundName | TrackName, rendered: Pcm): Pcm {
  return isTrackName(name) ? withFewerBits(rendered, droppedTrackBits) : rendered
}
