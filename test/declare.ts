import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, wholeChromium } from './tools/chromium-path.mjs'

/**
 * What a test file says about itself, at its top level and in plain literals, because `npm test` reads it from the text
 * before it starts anything (`scripts/test-files.ts`). A test checks that every file says what it has to.
 */
export type Engine = 'sqlite' | 'postgres'
export type Need =
  | 'bench'
  | 'chromium'
  | 'chromium-127'
  | 'chromium-with-extensions'
  | 'espeak'
  | 'firefox'
  | 'haproxy'
  | 'obs'
  | 'panel'
  | 'postgres'
  | 'redis'
  | 'strace'

/** Which engine the apps and databases of this process store in. */
export const testEngine: Engine = process.env.SHOWCALLER_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/**
 * For a file that stores anything: the engines it runs on. `npm test` runs it once on each of them. A file that leaves
 * one out says why.
 */
export function runsOn(...engines: ['sqlite', 'postgres'] | [Engine, { readonly because: string }]): void {
  if (engines.some((engine) => engine === testEngine)) return
  throw new Error(`This file does not run on ${testEngine}, see runsOn() in it: unset SHOWCALLER_TEST_ENGINE.`)
}

/** What a file needs beside Node: a program, a build, a server. Fails at once, in one line, when it is not there. */
export function needs(...wanted: readonly Need[]): void {
  const missing = wanted.flatMap((need) => lacks[need]() ?? [])
  if (missing.length > 0) throw new Error(missing.join(' '))
}

/** For a file that takes longer than a few seconds by its nature. `npm run test:quick` leaves it out. */
export function isSlow(_because: string): void {}

/** Whether this is `npm run test:long`. */
export const isLongRun = process.env.SHOWCALLER_TEST_LONG !== undefined

/**
 * For a file that has more to visit or to repeat than `npm test` has time for: what its long version adds. The short one
 * still visits something of everything. `npm run test:long` runs these files, and `isLongRun` is true in them.
 */
export function hasLongVersion(_adds: string): void {}

/** For a file that looks at the process as a whole. The others share a few (`scripts/test-shares.mjs`). */
export function needsOwnProcess(_because: string): void {}

const root = join(import.meta.dirname, '..')
const nothing = () => undefined

const lacks: Readonly<Record<Need, () => string | undefined>> = {
  // Only a reason to leave the file out of a quick run.
  bench: nothing,
  chromium: lacksChromium,
  // `test/tools/chromium-127.mjs` unpacks it when the runner has not.
  'chromium-127': nothing,
  'chromium-with-extensions': () => lacksProgram('Chromium', 'CHROMIUM', wholeChromium),
  espeak: () => lacksProgram('eSpeak NG', 'ESPEAK', '/usr/bin/espeak-ng'),
  firefox: () => lacksProgram('Firefox', 'FIREFOX', '/usr/bin/firefox-esr'),
  haproxy: () => lacksProgram('HAProxy', 'HAPROXY', '/usr/sbin/haproxy'),
  obs: () => lacksProgram('OBS', 'OBS', '/usr/bin/obs') ?? lacksProgram('Xvfb', 'XVFB', '/usr/bin/Xvfb'),
  panel: () =>
    existsSync(join(root, 'panel/dist/index.html'))
      ? undefined
      : 'This file needs the built panel: run `node scripts/build-panel.mjs`.',
  // `test/kernel/postgres/server.ts` starts one when the runner has not, and says what it lacks.
  postgres: nothing,
  redis: () => lacksProgram('Redis', 'REDIS_SERVER', '/usr/bin/redis-server'),
  strace: () => lacksProgram('strace', 'STRACE', '/usr/bin/strace'),
}

function lacksChromium(): string | undefined {
  try {
    findChromium()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function lacksProgram(name: string, variable: string, usual: string): string | undefined {
  const path = process.env[variable] ?? usual
  return existsSync(path)
    ? undefined
    : `This file needs ${name} at ${path}: install it, or set ${variable} to its path.`
}
