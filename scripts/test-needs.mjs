// Provides what test files declare that they need (`test/declare.ts`), also when run with their names as arguments: builds
// the panel or the package, and unpacks or installs programs. If one cannot be installed, the files that need it fail and say so.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unpackChromium127 } from '../test/tools/chromium-127.mjs'
import { programs } from '../test/tools/programs.mjs'
import { buildPanel } from './build-panel.mjs'

/** Beside these, a file may need what tests start themselves. */
export const provided = ['panel', 'package', 'chromium-127', ...Object.keys(programs)]

/** @param {readonly string[]} needs */
export async function provide(needs) {
  if (needs.includes('package')) buildPackage()
  else if (needs.includes('panel')) buildPanel()
  // Where it does not run, another Chromium takes its place.
  const isReplaced = needs.includes('chromium-127') && (await unpackChromium127()) === undefined
  const wanted = new Set([...needs, ...(isReplaced ? ['chromium'] : [])])
  installPrograms([...wanted].flatMap((need) => programs[need] ?? []))
}

/** All that is published, with the panel. Once and before the tests, because several of them would build it at a time. */
function buildPackage() {
  const script = fileURLToPath(new URL('build-package.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exit(1)
}

function installPrograms(wanted) {
  const isThere = ({ paths }) => paths.some((path) => existsSync(path))
  const lacking = wanted.filter(({ variable, paths }) => process.env[variable] === undefined && !existsSync(paths[0]))
  if (lacking.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write(`Installing for the tests: ${lacking.map(({ packages }) => packages[0]).join(', ')} …\n`)
    aptGet('update', '-qq')
    // One by one: a system that lacks one package refuses them all.
    for (const { packages } of lacking) install(packages[0])
    for (const { packages } of lacking.filter((program) => !isThere(program))) install(packages.at(-1))
  }
  const missing = lacking.filter((program) => !isThere(program))
  if (missing.length === 0) return
  const names = missing.map(({ packages }) => packages.join(' or ')).join(', ')
  const variables = missing.map(({ variable }) => variable).join(', ')
  process.stderr.write(`Not installed: ${names}. Their tests will fail. Install them, or set ${variables}.\n`)
}

function install(packages) {
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages.split(' '))
}

function aptGet(...args) {
  spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await provide(process.argv.slice(2))
