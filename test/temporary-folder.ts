import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for one test, and the way to be rid of it. */
export function createTemporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'showcaller-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) }
}
