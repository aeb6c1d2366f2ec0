// Which Node the server runs on. Plain JavaScript without imports: every start reads it, on whatever Node there is.

/** From the first Node 24 whose SQLite is safe to the end of Node 24; `engines` in package.json says the same. */
const least = { major: 24, minor: 15 }

/** @param {string} version such as `24.21.0` */
export function isTested(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === least.major && minor >= least.minor
}

/** One line for a person whose machine has no such Node. */
export function whatToInstall(version = process.versions.node) {
  const needed = `Node ${least.major}, version ${least.major}.${least.minor} or newer`
  return `Showcaller needs ${needed}; this is ${version}. Install it from https://nodejs.org and try again.\n`
}
