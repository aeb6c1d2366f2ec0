import { join } from 'node:path'
import { createTemporaryFolder } from './temporary-folder.ts'

/** Where all processes of a run put what they share (`scripts/test.mjs` says where), or a folder of this process alone. */
let folder = process.env.SHOWCALLER_TEST_SHARED

/**
 * Where a file lies that takes long to make and is the same for all test files. Whoever does not find it makes it.
 * Several processes may do so at the same time: each moves a complete file into place.
 */
export function sharedPath(name: string): string {
  folder ??= ownFolder()
  return join(folder, name)
}

function ownFolder(): string {
  const own = createTemporaryFolder()
  process.once('exit', own.remove)
  return own.path
}
