// Installs what test files declare that they need (`test/declare.ts`), also when run with their names as arguments. If
// something cannot be installed, the test file fails and says what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { headlessChromiums, wholeChromium } from '../test/tools/chromium-path.mjs'
import { buildPanel } from './build-panel.mjs'

/**
 * Programs that tests need: browsers, a speech program, Redis, a load balancer, OBS, and strace to record disk writes. The
 * packages and where they put the program, the best one first.
 */
const programs = {
  chromium: { packages: ['chromium-headless-shell', 'chromium'], paths: headlessChromiums, variable: 'CHROMIUM' },
  'chromium-with-extensions': { packages: ['chromium'], paths: [wholeChromium], variable: 'CHROMIUM' },
  espeak: { packages: ['espeak-ng'], paths: ['/usr/bin/espeak-ng'], variable: 'ESPEAK' },
  firefox: { packages: ['firefox-esr'], paths: ['/usr/bin/firefox-esr'], variable: 'FIREFOX' },
  redis: { packages: ['redis-server'], paths: ['/usr/bin/redis-server'], variable: 'REDIS_SERVER' },
  haproxy: { packages: ['haproxy'], paths: ['/usr/sbin/haproxy'], variable: 'HAPROXY' },
  // OBS draws on a virtual screen, with the software renderer of Mesa.
  obs: { packages: ['obs-studio xvfb libgl1-mesa-dri'], paths: ['/usr/bin/obs'], variable: 'OBS' },
  strace: { packages: ['strace'], paths: ['/usr/bin/strace'], variable: 'STRACE' },
}

export const allNeeds = new Set(['panel', 'chromium-127', ...Object.keys(programs)])

/** Whether this is a program of the machine, and not built or started by the tests themselves. */
export function isInstalled(need) {
  return need === 'chromium-127' || need in programs
}

/** @param {ReadonlySet<string>} needs */
export async function provide(needs) {
  if (needs.has('panel')) buildPanel()
  const wanted = new Set(needs)
  if (needs.has('chromium-127') && !(await unpacksChromium127())) wanted.add('chromium')
  installPrograms(Object.keys(programs).flatMap((need) => (wanted.has(need) ? programs[need] : [])))
}

/** False where it does not run, and another Chromium takes its place. */
async function unpacksChromium127() {
  const { unpackChromium127 } = await import('../test/tools/chromium-127.mjs')
  return (await unpackChromium127()) !== undefined
}

function installPrograms(wanted) {
  const isGiven = ({ variable }) => process.env[variable] !== undefined
  const isThere = ({ paths }) => paths.some((path) => existsSync(path))
  const lacking = wanted.filter((program) => !isGiven(program) && !existsSync(program.paths[0]))
  if (lacking.length === 0) return
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall) {
    const best = lacking.map(({ packages }) => packages[0])
    process.stderr.write(`Installing for the tests: ${best.join(', ')} …\n`)
    aptGet('update', '-qq')
    // A system that lacks one package refuses them all.
    for (const name of best) install(name)
    for (const { packages } of lacking.filter((program) => !isThere(program))) install(packages.at(-1))
  }
  const missing = lacking.filter((program) => !isThere(program))
  if (missing.length === 0) return
  const names = missing.map(({ packages }) => packages.join(' or ')).join(', ')
  const variables = missing.map(({ variable }) => variable).join(', ')
  process.stderr.write(`Not installed: ${names}. Their tests will fail. Install them, or set ${variables}.\n`)
}

function install(name) {
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...name.split(' '))
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', args, { stdio: 'ignore', env })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await provide(new Set(process.argv.slice(2)))
