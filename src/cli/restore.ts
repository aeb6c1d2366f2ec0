import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { databaseFile } from '../storage/open.ts'
import { replaceDatabase } from '../storage/sqlite/files.ts'
import { copyUploads, filesBeside, uploadsIn } from './upload-copies.ts'
import { takeFolder } from './with-app.ts'

/** Puts a backup back. What was there is kept beside it, so that a wrong file loses nothing. */
export async function restore(config: Config, file: string | undefined): Promise<number> {
  if (file === undefined) throw new ConfigError('restore needs the name of a file.')
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist.`)
  const { databaseUrl } = config
  if (databaseUrl !== undefined) return restorePostgres(config, databaseUrl, file)
  const lock = takeFolder(config)
  try {
    const kept = join(config.dataFolder, `before-restore-${Date.now()}.sqlite`)
    await replaceDatabase(databaseFile(config.dataFolder), file, kept).catch((error: unknown) => {
      throw new ConfigError(`${file} is not a backup of Showcaller: ${(error as Error).message}.`)
    })
    await copyUploads(filesBeside(file), uploadsIn(config.dataFolder))
    process.stdout.write(`Restored ${file}.${existsSync(kept) ? ` What was there before is in ${kept}.` : ''}\n`)
    return 0
  } finally {
    lock.release()
  }
}

async function restorePostgres({ dataFolder }: Config, url: string, file: string): Promise<number> {
  const { fillPostgres } = await import('../storage/moving/fill-postgres.ts')
  const kept = join(dataFolder, `before-restore-${Date.now()}.sqlite`)
  mkdirSync(dataFolder, { recursive: true })
  await fillPostgres(file, url, { keptAs: kept }).catch((error: unknown) => {
    throw new ConfigError(`${file} cannot be restored: ${(error as Error).message}.`)
  })
  await copyUploads(filesBeside(file), uploadsIn(dataFolder))
  process.stdout.write(`Restored ${file}.${existsSync(kept) ? ` What was there before is in ${kept}.` : ''}\n`)
  return 0
}
