import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, type Program } from './tools/programs.mjs'

/**
 * What a test file says about itself, at its top level and in plain literals, because `npm test` reads it from the text
 * before it starts anything (`scripts/test-files.ts`). A test checks that every file says what it has to.
 */
export type Engine = 'sqlite' | 'postgres'
export type Need = Program | 'chromium-127' | 'package' | 'panel' | 'postgres'

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

/**
 * For a file on both engines that is about something else than storage: why `npm test` runs it on SQLite alone. Every
 * statement is compared on both engines in every run (`kernel/storage/engines.test.ts`), `npm run test:long` runs the
 * file on PostgreSQL, and so does `npm test` when the file is named.
 */
export function leavesPostgresToLongRun(_because: string): void {}

/** What a file needs beside Node: a program, a build, a server. Fails at once, in one line, when it is not there. */
export function needs(...wanted: readonly Need[]): void {
  const missing = wanted.flatMap((need) => whatLacks(need) ?? [])
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

/** For a file that looks at the process as a whole. The others share some (`scripts/test-shares.mjs`). */
export function needsOwnProcess(_because: string): void {}

const root = join(import.meta.dirname, '..')

function whatLacks(need: Need): string | undefined {
  // Where the runner has provided neither, `test/tools/chromium-127.mjs` unpacks the one, and
  // `test/kernel/postgres/server.ts` starts the other and says what it lacks.
  if (need === 'chromium-127' || need === 'postgres') return undefined
  if (need === 'panel' || need === 'package') {
    const isBuilt = existsSync(join(root, need === 'panel' ? 'panel/dist/index.html' : 'dist/sdk/showcaller.js'))
    return isBuilt ? undefined : `This file needs the built ${need}: run \`node scripts/build-${need}.mjs\`.`
  }
  try {
    findProgram(need)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
