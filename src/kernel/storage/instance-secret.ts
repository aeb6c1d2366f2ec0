import { join } from 'node:path'
import { fs, randomBytes } from '../node.ts'
import { privateFolderMode } from './private-files.ts'

const fileName = 'instance.key'
const minLength = 32

/**
 * The secret of this instance: the setting, or a key in the data folder that is created when it is first needed and
 * readable only by its owner. A copy of the folder on another machine keeps its links valid.
 */
export function createInstanceSecret(needs: { secret: string | undefined; dataFolder: string }): () => string {
  let known = needs.secret
  return () => {
    known ??= readKey(needs.dataFolder) ?? makeKey(needs.dataFolder)
    return known
  }
}

/** Whether the folder was used by an instance before. With `SHOWCALLER_SECRET` no key is stored. */
export function hasInstanceKey(folder: string): boolean {
  return fs.existsSync(join(folder, fileName))
}

function readKey(folder: string): string | undefined {
  const path = join(folder, fileName)
  let text: string
  try {
    text = fs.readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (text.length < minLength)
    throw new Error(`${path} is damaged: restore it from a backup, or delete it to create a new one`)
  return text
}

/** Written to a temporary file and renamed, so that a power cut leaves no partial key. */
function makeKey(folder: string): string {
  const key = randomBytes(32).toString('base64url')
  fs.mkdirSync(folder, { recursive: true, mode: privateFolderMode })
  const draft = join(folder, `${fileName}.${process.pid}`)
  try {
    fs.writeFileSync(draft, `${key}\n`, { mode: 0o600, flush: true })
    fs.renameSync(draft, join(folder, fileName))
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  }
  return key
}
