// Finds a folder that is kept in memory.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the folders of all tests take at most, databases of PostgreSQL included. */
const neededBytes = 8 * 1024 ** 3

/** Undefined where there is none, or it is small, or programs in it do not run: some tests write a program. */
export function memoryFolder(path = '/dev/shm', bytes = neededBytes) {
  if (process.platform !== 'linux' || !existsSync(path)) return undefined
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= bytes && runsPrograms(path) ? path : undefined
}

function runsPrograms(path) {
  const folder = mkdtempSync(join(path, 'showcaller-test-run-'))
  try {
    const program = join(folder, 'program')
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
