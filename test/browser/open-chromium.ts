import { launchChromium } from './chromium.ts'
import { createSharing } from './shared-browser.ts'

/** The browser of a person, as `launchChromium` starts it. */
export const openChromium = createSharing(launchChromium)
