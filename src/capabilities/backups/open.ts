import type { Clock } from '../../kernel/ambient.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { createBackups } from './backups.ts'

export type BackupParts = ReturnType<typeof openBackups>

/** The automatic backups and what the panel shows of them. */
export function openBackups(needs: {
  config: {
    readonly dataFolder: string
    readonly databaseUrl?: string | undefined
    /** Without a folder automatic backups are off. */
    readonly backups?: { readonly folder: string | undefined; readonly passphrase: string | undefined } | undefined
  }
  db: Database
  clock: Clock
  log: Log
  onClose: OnClose
}) {
  const { config, db, clock, log, onClose } = needs
  const backups = createBackups({
    db,
    clock,
    log,
    dataFolder: config.dataFolder,
    folder: config.backups?.folder,
    passphrase: config.backups?.passphrase,
    isPostgres: config.databaseUrl !== undefined,
  })
  onClose(() => backups.close())
  return { backups }
}
