import type { TrackName } from '../../../src/capabilities/sounds/catalogue.ts'
import type { Stereo } from '../mix.ts'
import { playIntermission } from './intermission.ts'
import { type Composer, record } from './studio.ts'
import { playWalk } from './walk.ts'
import { playWings } from './wings.ts'

const composers: Record<TrackName, { readonly seed: number; readonly compose: Composer }> = {
  wings: { seed: 11, compose: playWings },
  walk: { seed: 23, compose: playWalk },
  intermission: { seed: 37, compose: playIntermission },
}

/** One normalised track, whose end leads into its start. */
export function renderTrackSamples(name: TrackName): Stereo {
  const { seed, compose } = composers[name]
  return record(name, seed, compose)
}
