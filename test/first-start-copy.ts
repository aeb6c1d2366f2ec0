import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createApp } from '../src/app.ts'
import { databaseFile } from '../src/kernel/storage/open.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** The database that all files of a run copy (`scripts/test.mjs` says where), or one for this process alone. */
let template = process.env.SHOWCALLER_TEST_FIRST_START

/**
 * Puts the database of a first start into an empty folder. A first start takes some thousand statements, a copy of its
 * file a few milliseconds.
 */
export async function copyFirstStart(folder: string): Promise<void> {
  template ??= join(ownFolder(), 'first-start.sqlite')
  if (!existsSync(template)) await makeTemplate(template)
  mkdirSync(folder, { recursive: true })
  copyFileSync(template, databaseFile(folder))
}

/** Several processes may create it at the same time; each moves a complete file into place. */
async function makeTemplate(path: string): Promise<void> {
  const dataFolder = mkdtempSync(join(dirname(path), 'first-start-'))
  const place = { host: '127.0.0.1', port: 0, dataFolder, publicUrl: undefined, trustedProxies: [] }
  const app = await createApp({
    ...place,
    databaseUrl: undefined,
    naming: 'spec',
    logLevel: 'error',
    secret: undefined,
  })
  await app.close()
  renameSync(databaseFile(dataFolder), path)
  rmSync(dataFolder, { recursive: true, force: true })
}

function ownFolder(): string {
  const folder = createTemporaryFolder()
  process.once('exit', folder.remove)
  return folder.path
}
