import { launchLikeObs } from './overlay-browser.ts'
import { createSharing } from './shared-browser.ts'

/** The browser inside OBS, as `launchLikeObs` starts it. */
export const openLikeObs = createSharing(launchLikeObs)
