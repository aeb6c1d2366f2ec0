/** The whole browser, which has extensions. */
export const wholeChromium: string
export const headlessChromiums: readonly string[]
/** The Chromium that tests run in; CHROMIUM names another. Throws when there is none. */
export function findChromium(): string
