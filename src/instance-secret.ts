import { join } from 'node:path'
import { randomBytes } from './node-crypto.ts'
import { fs } from './node-fs.ts'

const fileName = 'instance.key'
const minLength = 32

/**
 * What this instance signs with: the setting, or else a key of its own in the data folder, made when it is first
 * needed and readable by its owner alone. Whoever copies the folder to another machine takes the links along.
 */
export function createInstanceSecret(needs: { secret: string | undefined; dataFolder: string }): () => string {
  let known = needs.secret
  return () => {
    known ??= readKey(needs.dataFolder) ?? makeKey(needs.dataFolder)
    return known
  }
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
  if (text.length < minLength) throw new Error(`${path} is damaged: take it from a backup, or delete it for a new one`)
  return text
}

/** Written beside and moved into place, so that a power cut leaves either no key or a whole one. */
function makeKey(folder: string): string {
  const key = randomBytes(32).toString('base64url')
  fs.mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${fileName}.${process.pid}`)
  const file = fs.openSync(draft, 'w', 0o600)
  try {
    fs.writeSync(file, `${key}\n`)
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
  fs.renameSync(draft, join(folder, fileName))
  return key
}
