import { existsSync, statfsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { databaseFile } from '../storage/open.ts'
import { faultIn } from '../storage/sqlite/files.ts'
import { sendToServer } from './control-server.ts'
import { cliMessages as messages } from './messages.ts'

const minFreeBytes = 500 * 1024 * 1024

type Check = readonly [isPassed: boolean, text: string]

/** Checks what most often causes problems. Exit code 1 when a check fails. */
export async function doctor(config: Config): Promise<number> {
  const { node, sqlite = '' } = process.versions
  const checks: Check[] = [
    [true, messages.versions({ node, sqlite })],
    [true, messages.dataFolder({ folder: config.dataFolder })],
    ...(await checkServerOrDatabase(config)),
    ...checkDisk(config),
  ]
  for (const [isPassed, text] of checks)
    process.stdout.write(`${isPassed ? messages.checkPassed({ text }) : messages.checkFailed({ text })}\n`)
  return checks.every(([isPassed]) => isPassed) ? 0 : 1
}

/** A running server holds the lock of the database, so only one of the two can be checked. */
async function checkServerOrDatabase(config: Config): Promise<Check[]> {
  const { databaseUrl } = config
  if (databaseUrl !== undefined) return checkPostgres(databaseUrl)
  const status = await sendToServer(config.dataFolder, 'status', {})
  if (status === undefined) return [[true, messages.noServer()], ...checkDatabase(config)]
  return [[status.ok, messages.serverRunning({ url: String(status.body.url) })]]
}

function checkDatabase(config: Config): Check[] {
  const file = databaseFile(config.dataFolder)
  if (!existsSync(file)) return [[true, messages.noDatabaseYet()]]
  const fault = faultIn(file)
  return [[fault === undefined, fault === undefined ? messages.databaseIntact() : messages.databaseDamaged({ fault })]]
}

/** Works while nodes run: the check reads one snapshot. */
async function checkPostgres(url: string): Promise<Check[]> {
  const postgres = await import('../storage/postgres/check-postgres.ts')
  return postgres.checkPostgres(url)
}

function checkDisk(config: Config): Check[] {
  if (!existsSync(config.dataFolder)) return []
  const { bavail, bsize } = statfsSync(config.dataFolder)
  const free = bavail * bsize
  return [[free > minFreeBytes, messages.freeSpace({ megabytes: Math.round(free / 1024 / 1024) })]]
}
