import { createBackups } from '../capabilities/backups/backups.ts'
import type { NodeParts } from './node.ts'

export type BackupParts = ReturnType<typeof openBackups>

/** The automatic backups and what the panel shows of them. */
export function openBackups({ db, clock, log, config, onClose }: NodeParts) {
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
