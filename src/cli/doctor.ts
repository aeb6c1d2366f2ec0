import { existsSync, statfsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { databaseFile } from '../storage/open.ts'
import { faultIn } from '../storage/sqlite/files.ts'
import { askServer } from './control-server.ts'

const littleSpaceBytes = 500 * 1024 * 1024

type Finding = readonly [isWell: boolean, words: string]

/** Looks at what usually goes wrong and says it in plain words. Exit code 1 when something needs a hand. */
export async function doctor(config: Config): Promise<number> {
  const findings: Finding[] = [
    [true, `Node ${process.versions.node}, SQLite ${process.versions.sqlite}`],
    [true, `Data folder ${config.dataFolder}`],
    ...(await lookAtServerOrDatabase(config)),
    ...lookAtDisk(config),
  ]
  for (const [isWell, words] of findings) process.stdout.write(`${isWell ? 'ok  ' : 'look'}  ${words}\n`)
  return findings.every(([isWell]) => isWell) ? 0 : 1
}

/** A running server has the database to itself. */
async function lookAtServerOrDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config
  if (databaseUrl !== undefined) return lookAtPostgres(databaseUrl)
  const status = await askServer(config.dataFolder, 'status', {})
  if (status === undefined) return [[true, 'No server is running on this folder'], ...lookAtDatabase(config)]
  const running = `A server is running at ${String(status.body.url)}; stop it to have the database looked through`
  return [[status.ok, running]]
}

function lookAtDatabase(config: Config): Finding[] {
  const file = databaseFile(config.dataFolder)
  if (!existsSync(file)) return [[true, 'No database yet: the first start makes it']]
  const fault = faultIn(file)
  return [
    [
      fault === undefined,
      fault === undefined ? 'The database is whole and every balance equals its ledger' : `The database: ${fault}`,
    ],
  ]
}

/** It can be looked at while nodes run: it shows everybody one moment. */
async function lookAtPostgres(url: string): Promise<Finding[]> {
  const { checkPostgres } = await import('../storage/postgres/check-postgres.ts')
  return checkPostgres(url)
}

function lookAtDisk(config: Config): Finding[] {
  if (!existsSync(config.dataFolder)) return []
  const { bavail, bsize } = statfsSync(config.dataFolder)
  const free = bavail * bsize
  return [[free > littleSpaceBytes, `${Math.round(free / 1024 / 1024)} MiB free on its disk`]]
}
