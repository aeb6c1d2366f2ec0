import { join } from 'node:path'
import { createHash, fs, randomInt, timingSafeEqual } from '../../kernel/node.ts'

/** Without characters that look like others. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 2
const groupLength = 4
export const setUpCodeFile = 'setup-code.txt'
export const minCodeLength = 8
const maxWrongTries = 10

export type SetUpCode = ReturnType<typeof createSetUpCode>
export type CodeCheck = 'right' | 'wrong' | 'used_up'

/**
 * The code that proves that whoever opens a new server may see its terminal or its data folder. It lasts until somebody
 * has signed in or the server stops. A `chosen` one is known to who started the server, so it is neither shown nor stored.
 */
export function createSetUpCode({ dataFolder, chosen }: { dataFolder: string; chosen: string | undefined }) {
  const file = join(dataFolder, setUpCodeFile)
  const code = chosen ?? newCode()
  const digest = digestOf(code)
  let wrongTries = 0
  if (chosen === undefined) write(file, code)
  else removeCodeFile(dataFolder)

  return {
    /** What the terminal shows. */
    shown: chosen === undefined ? { code, file } : undefined,

    isUsedUp: (): boolean => wrongTries >= maxWrongTries,

    check(typed: string): CodeCheck {
      if (wrongTries >= maxWrongTries) return 'used_up'
      if (timingSafeEqual(digestOf(typed), digest)) return 'right'
      wrongTries++
      return wrongTries >= maxWrongTries ? 'used_up' : 'wrong'
    },
  }
}

export function removeCodeFile(dataFolder: string): void {
  fs.rmSync(join(dataFolder, setUpCodeFile), { force: true })
}

/** Created anew: a file of somebody else, or with another mode, is not written into. */
function write(file: string, code: string): void {
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, `${code}\n`, { mode: 0o600, flag: 'wx' })
}

function newCode(): string {
  const character = () => alphabet[randomInt(alphabet.length)]
  const group = () => Array.from({ length: groupLength }, character).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** However it is typed: in small letters, with or without the dash, with the full-width letters of a Japanese keyboard. */
function digestOf(code: string): Buffer {
  const plain = code.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  return createHash('sha256').update(plain).digest()
}
