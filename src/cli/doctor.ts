import type { Config } from '../app/config/config.ts'
import { fs } from '../kernel/node.ts'
import { newestBackup } from '../kernel/storage/backups.ts'
import { describeProblem, restoreAdvice, type StorageProblem } from '../kernel/storage/contract/storage-problems.ts'
import { assertNotLost, databaseFile } from '../kernel/storage/open.ts'
import { faultIn } from '../kernel/storage/sqlite/files.ts'
import { LostData, NoDatabase, UnusableDatabase } from '../kernel/storage/unusable-database.ts'
import { sendToServer } from './control-server.ts'
import { cliMessages as messages } from './messages.ts'

const minFreeBytes = 500 * 1024 * 1024

type Check = readonly [isPassed: boolean, text: string]

/**
 * Checks what most often causes problems. Exit code 1 when a check fails, 2 when there is no database. A check that
 * cannot be made is reported like one that fails, and the others are still made.
 */
export async function doctor(config: Config, { isFull }: { isFull: boolean }): Promise<number> {
  const { node, sqlite = '' } = process.versions
  const checks: Check[] = [
    [true, messages.versions({ node, sqlite })],
    [true, messages.dataFolder({ folder: config.dataFolder })],
    ...(await made(() => checkServerOrDatabase(config, isFull))),
    ...(await made(() => checkDisk(config))),
  ]
  for (const [isPassed, text] of checks)
    process.stdout.write(`${isPassed ? messages.checkPassed({ text }) : messages.checkFailed({ text })}\n`)
  if (config.databaseUrl === undefined && !fs.existsSync(databaseFile(config.dataFolder))) return 2
  return checks.every(([isPassed]) => isPassed) ? 0 : 1
}

async function made(check: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await check()
  } catch (error) {
    return [[false, messages.checkNotMade({ reason: error instanceof Error ? error.message : String(error) })]]
  }
}

/** A running server holds the lock of the database, so only one of the two can be checked. */
async function checkServerOrDatabase(config: Config, isFull: boolean): Promise<Check[]> {
  const { databaseUrl, dataFolder, backups } = config
  if (databaseUrl !== undefined) return checkPostgres(databaseUrl, isFull)
  const status = await sendToServer(dataFolder, 'status', {})
  if (status === undefined) return [[true, messages.noServer()], checkDatabase(config, isFull)]
  if (!status.ok) return [[false, messages.serverFails({ reason: String(status.body.error) })]]
  const running: Check = [true, messages.serverRunning({ url: String(status.body.url) })]
  const problem = status.body.problem as StorageProblem | null
  if (problem === null) return [running]
  return [running, [false, describeProblem(problem, newestBackup(backups?.folder ?? dataFolder))]]
}

function checkDatabase({ dataFolder, backups }: Config, isFull: boolean): Check {
  try {
    assertNotLost(dataFolder, { mustExist: true })
  } catch (error) {
    if (error instanceof NoDatabase) return [false, messages.noDatabaseYet()]
    if (error instanceof LostData) return [false, error.messageWith(backups?.folder)]
    if (error instanceof UnusableDatabase) return [false, error.message]
    throw error
  }
  const fault = faultIn(databaseFile(dataFolder), isFull ? 'full' : 'quick')
  if (fault === undefined) return [true, isFull ? messages.databaseIntact() : messages.databaseStructureIntact()]
  return [
    false,
    messages.databaseDamaged({ fault, advice: restoreAdvice(newestBackup(backups?.folder ?? dataFolder)) }),
  ]
}

/** Works while nodes run: the check reads one snapshot. */
async function checkPostgres(url: string, isFull: boolean): Promise<Check[]> {
  const postgres = await import('../kernel/storage/postgres/check-postgres.ts')
  return postgres.checkPostgres(url, isFull)
}

function checkDisk(config: Config): Check[] {
  if (!fs.existsSync(config.dataFolder)) return []
  const { bavail, bsize } = fs.statfsSync(config.dataFolder)
  const free = bavail * bsize
  return [[free > minFreeBytes, messages.freeSpace({ megabytes: Math.round(free / 1024 / 1024) })]]
}
