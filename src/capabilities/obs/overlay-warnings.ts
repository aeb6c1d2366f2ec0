import { defineMessages } from '../../kernel/text/message.ts'
import type { ObsOverlayProblem } from './contract/obs.ts'

/** What is wrong with the overlay in OBS, and what to do. */
export const overlayWarnings = defineMessages('obs.overlay', {
  missing: 'OBS has no browser source with your overlay link.',
  not_in_scene: 'The overlay is not in the scene that is on air.',
  hidden: 'The overlay is hidden in the scene that is on air.',
  old_link: 'The browser source in OBS has an old overlay link, which was reset.',
  size: 'The browser source of the overlay does not have the size of the canvas.',
  audio_not_in_obs:
    'The sound of the overlay is not controlled by OBS, so viewers may not hear it. Turn on Control audio via OBS in the browser source.',
  muted: 'The overlay is muted in OBS.',
}) satisfies Readonly<Record<ObsOverlayProblem, () => string>>
