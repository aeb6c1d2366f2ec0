import { join } from 'node:path'
import { fs } from '../node.ts'

/** Only the user of the server may open folders and files of the data. */
export const privateFolderMode = 0o700
const privateFileMode = 0o600
const everybodyElse = 0o077
const sticky = 0o1000

/** What this server writes into a data folder. Anything else there is somebody else's and is left as it is. */
const ownFile =
  /^(?:showcaller\.sqlite|before-restore-\d+\.sqlite|moving\.sqlite|lock|instance\.key|control\.sock|setup-code)(?:[.-].*)?$/
const ownFolder = /^(?:uploads|backups|sounds|(?:backup|restore|incoming)-.+)$/

/**
 * From now on, whatever this process or its libraries create is private to its user: databases with their write-ahead
 * logs, uploads, sockets, backups.
 */
export function createFilesPrivately(): void {
  if (process.platform !== 'win32') process.umask(everybodyElse)
}

/**
 * Removes other users' access to a data folder that an earlier version created. Returns the paths that could not be
 * changed, for example because they belong to another user.
 */
export function tightenDataFolder(dataFolder: string): string[] {
  if (process.platform === 'win32') return []
  // The folder itself may be a link to another disk.
  const folder = fs.realpathSync(dataFolder)
  const refused: string[] = []
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (ownFolder.test(entry.name)) tightenFolder(path, refused)
    } else if (ownFile.test(entry.name)) tighten(path, privateFileMode, refused)
  }
  if (!isShared(folder)) tighten(folder, privateFolderMode, refused)
  return refused
}

/** A private folder protects its content, so its files are checked only while it is not. */
export function tightenFolder(folder: string, refused: string[] = []): void {
  if (!isOpenToOthers(folder)) return
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) tightenFolder(path, refused)
    else if (entry.isFile()) tighten(path, privateFileMode, refused)
  }
  tighten(folder, privateFolderMode, refused)
}

function entriesOf(folder: string) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function tighten(path: string, mode: number, refused: string[]): void {
  try {
    if (isOpenToOthers(path)) fs.chmodSync(path, mode)
  } catch (error) {
    // A write-ahead log may disappear in between.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') refused.push(path)
  }
}

function isOpenToOthers(path: string): boolean {
  const found = fs.lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isSymbolicLink() && (found.mode & everybodyElse) !== 0
}

/** A folder such as /tmp, which others must be able to use. */
function isShared(folder: string): boolean {
  return ((fs.lstatSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & sticky) !== 0
}
