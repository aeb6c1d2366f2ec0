import { join } from 'node:path'
import { fs } from '../node.ts'

/** Why a backup was made. Of each kind the newest ones are kept. */
export const backupKinds = ['daily', 'migration', 'manual'] as const
export type BackupKind = (typeof backupKinds)[number]

/** The folder of the automatic backups in the data folder, where the setting names no other. */
export const backupsFolderName = 'backups'
const keptOfEachKind = 7

const shape = /^showcaller-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(daily|migration|manual)\.tar(\.enc)?$/

export interface BackupFile {
  readonly name: string
  readonly path: string
  readonly kind: BackupKind
  readonly createdAt: number
  readonly isEncrypted: boolean
  readonly bytes: number
}

/** A file gets its name only once it was written, closed and checked, so every file with such a name is complete. */
export function backupName(kind: BackupKind, at: number, isEncrypted: boolean): string {
  const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return `showcaller-${stamp}-${kind}.tar${isEncrypted ? '.enc' : ''}`
}

/** Newest first. */
export function listBackups(folder: string): BackupFile[] {
  const found = namesIn(folder).flatMap((name) => fileNamed(folder, name) ?? [])
  return found.sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1))
}

/** The newest automatic backup in this folder, or in the folder `backups` of it. */
export function newestBackup(folder: string): string | undefined {
  const found = [...listBackups(folder), ...listBackups(join(folder, backupsFolderName))]
  return found.sort((a, b) => b.createdAt - a.createdAt)[0]?.path
}

/** Deletes what is older than the backups to keep. Returns how many files were deleted. */
export function pruneBackups(folder: string): number {
  const all = listBackups(folder)
  const old = backupKinds.flatMap((wanted) => all.filter(({ kind }) => kind === wanted).slice(keptOfEachKind))
  for (const { path } of old) fs.rmSync(path, { force: true })
  return old.length
}

function fileNamed(folder: string, name: string): BackupFile | undefined {
  const [, day, hours, minutes, seconds, kind, ending] = shape.exec(name) ?? []
  const path = join(folder, name)
  const found = day === undefined ? undefined : fs.statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return undefined
  const createdAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  return { name, path, kind: kind as BackupKind, createdAt, isEncrypted: ending !== undefined, bytes: found.size }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}
