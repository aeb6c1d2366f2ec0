// `npm run audit`, and part of `npm publish`: asks the registry for known vulnerabilities of what a user installs.
// Exits with 1 if there is one, and with 2 if the registry gave no answer: silence is not a clean result.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnNpm } from './npm.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const timeoutMs = 120_000

const { stdout, error } = spawnNpm(['audit', '--json', '--omit=dev', '--audit=true'], {
  cwd: root,
  encoding: 'utf8',
  timeout: timeoutMs,
  stdio: ['ignore', 'pipe', 'ignore'],
})

const report = readReport(stdout)
if (report === undefined) {
  process.stderr.write(`The registry gave no answer about vulnerabilities${error ? ` (${error.message})` : ''}.\n`)
  process.exit(2)
}
const found = Object.values(report.vulnerabilities)
for (const { name, severity, range, via } of found) {
  const titles = via.flatMap((cause) => (typeof cause === 'string' ? [] : `${cause.title} (${cause.url})`))
  process.stderr.write(`${name} ${range}, ${severity}: ${titles.join('; ') || `through ${via.join(', ')}`}\n`)
}
if (found.length > 0) process.exit(1)
process.stdout.write(`No known vulnerability in ${report.metadata.dependencies.prod} packages.\n`)

/** Undefined if npm answered with anything but a report, such as its own error. */
function readReport(text) {
  try {
    const { vulnerabilities, metadata } = JSON.parse(text)
    return vulnerabilities === undefined || metadata === undefined ? undefined : { vulnerabilities, metadata }
  } catch {
    return undefined
  }
}
