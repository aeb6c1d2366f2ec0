// Installs what test files declare that they need (`test/declare.ts`). If something cannot be installed, the test file
// fails and says what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { buildPanel } from './build-panel.mjs'

/** Programs that tests need: a browser, Redis, a load balancer, OBS on a virtual screen, and strace for disk writes. */
const programs = {
  chromium: { name: 'chromium', path: '/usr/bin/chromium', variable: 'CHROMIUM' },
  redis: { name: 'redis-server', path: '/usr/bin/redis-server', variable: 'REDIS_SERVER' },
  haproxy: { name: 'haproxy', path: '/usr/sbin/haproxy', variable: 'HAPROXY' },
  // OBS draws with the software renderer of Mesa.
  obs: { name: 'obs-studio xvfb libgl1-mesa-dri', path: '/usr/bin/obs', variable: 'OBS' },
  strace: { name: 'strace', path: '/usr/bin/strace', variable: 'STRACE' },
}

export const allNeeds = new Set(['panel', 'chromium-127', ...Object.keys(programs)])

/** @param {ReadonlySet<string>} needs */
export async function provide(needs) {
  if (needs.has('panel')) buildPanel()
  installPrograms(Object.keys(programs).flatMap((need) => (needs.has(need) ? programs[need] : [])))
  if (!needs.has('chromium-127')) return
  const { unpackChromium127 } = await import('../test/tools/chromium-127.mjs')
  await unpackChromium127()
}

function installPrograms(wanted) {
  const missing = wanted.filter(({ path, variable }) => process.env[variable] === undefined && !existsSync(path))
  if (missing.length === 0) return
  const names = missing.flatMap(({ name }) => name.split(' '))
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const variables = missing.map(({ variable }) => variable).join(', ')
    process.stderr.write(
      `Not installed: ${names.join(', ')}. Their tests will fail. Install them, or set ${variables}.\n`,
    )
    return
  }
  process.stderr.write(`Installing for the tests: ${names.join(', ')} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (status !== 0) process.stderr.write('The installation failed. The tests that need these programs will fail.\n')
}
