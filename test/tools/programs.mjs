// The programs that tests need beside Node. Plain JavaScript for whatever Node the machine has: they may be installed
// before anything else runs.
import { existsSync } from 'node:fs'

const chromium = '/usr/bin/chromium'

/** Where Debian puts each, and its packages, the best ones first. The variable names the program of another place. */
export const programs = {
  // The shell of Chromium first: the same engine, in a program that takes half of the processor time.
  chromium: {
    name: 'Chromium',
    variable: 'CHROMIUM',
    paths: ['/usr/bin/chromium-headless-shell', chromium],
    packages: ['chromium-headless-shell', 'chromium'],
  },
  'chromium-with-extensions': { name: 'Chromium', variable: 'CHROMIUM', paths: [chromium], packages: ['chromium'] },
  espeak: { name: 'eSpeak NG', variable: 'ESPEAK', paths: ['/usr/bin/espeak-ng'], packages: ['espeak-ng'] },
  firefox: { name: 'Firefox', variable: 'FIREFOX', paths: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'] },
  haproxy: { name: 'HAProxy', variable: 'HAPROXY', paths: ['/usr/sbin/haproxy'], packages: ['haproxy'] },
  // OBS draws on a virtual screen, with the software renderer of Mesa.
  obs: { name: 'OBS', variable: 'OBS', paths: ['/usr/bin/obs'], packages: ['obs-studio libgl1-mesa-dri'] },
  redis: { name: 'Redis', variable: 'REDIS_SERVER', paths: ['/usr/bin/redis-server'], packages: ['redis-server'] },
  strace: { name: 'strace', variable: 'STRACE', paths: ['/usr/bin/strace'], packages: ['strace'] },
  xvfb: { name: 'Xvfb', variable: 'XVFB', paths: ['/usr/bin/Xvfb'], packages: ['xvfb'] },
}

/**
 * The path of a program. Throws where it is missing, and says what to do.
 * @param {keyof typeof programs} program
 */
export function findProgram(program) {
  const { name, variable, paths } = programs[program]
  const given = process.env[variable]
  const places = given === undefined ? paths : [given]
  const found = places.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(`This file needs ${name} at ${places.join(' or ')}: install it, or set ${variable} to its path.`)
}
