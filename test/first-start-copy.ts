import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createApp } from '../src/app.ts'
import { databaseFile } from '../src/kernel/storage/open.ts'
import { sharedPath } from './shared-path.ts'

/**
 * Puts the database of a first start into an empty folder. A first start takes some thousand statements, a copy of its
 * file a few milliseconds.
 */
export async function copyFirstStart(folder: string): Promise<void> {
  const template = sharedPath('first-start.sqlite')
  if (!existsSync(template)) await makeTemplate(template)
  mkdirSync(folder, { recursive: true })
  copyFileSync(template, databaseFile(folder))
}

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
