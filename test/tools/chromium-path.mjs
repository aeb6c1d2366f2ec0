// Where Chromium is. Plain JavaScript for whatever Node the machine has: it may be installed before anything else runs.
import { existsSync } from 'node:fs'

/** The whole browser, which has extensions. */
export const wholeChromium = '/usr/bin/chromium'

/** The shell of Chromium first: the same engine, in a program that takes half of the processor time. */
export const headlessChromiums = ['/usr/bin/chromium-headless-shell', wholeChromium]

/**
 * The Chromium that tests run in; CHROMIUM names another. Throws when there is none.
 * @returns {string}
 */
export function findChromium() {
  const given = process.env.CHROMIUM
  const found = given === undefined ? headlessChromiums.find((path) => existsSync(path)) : given
  if (found !== undefined && existsSync(found)) return found
  const looked = given ?? headlessChromiums.join(' or ')
  throw new Error(`Browser tests need Chromium at ${looked}: install it, or set CHROMIUM to its path.`)
}
