import { type Config, minPassphraseLength } from '../app/config/config.ts'
import { ConfigError } from '../app/config/config-values.ts'
import { cliMessages as messages } from './messages.ts'

/**
 * The passphrase of the settings, or typed in the terminal, unseen. There is no option for it: other users of the machine
 * can read command lines, and shells remember them.
 */
export async function askPassphrase({ backups }: Config, { isNew }: { isNew: boolean }): Promise<string> {
  if (backups?.passphrase !== undefined) return backups.passphrase
  if (!process.stdin.isTTY) throw new ConfigError(messages.passphraseNeeded())
  const typed = await readUnseen(messages.enterPassphrase())
  if (!isNew) return typed
  if (typed.length < minPassphraseLength)
    throw new ConfigError(messages.passphraseTooShort({ min: minPassphraseLength }))
  if ((await readUnseen(messages.repeatPassphrase())) !== typed) throw new ConfigError(messages.passphrasesDiffer())
  return typed
}

function readUnseen(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(prompt)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    function end(settle: () => void): void {
      stdin.off('data', onData)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    function onData(chunk: string): void {
      for (const character of chunk) {
        if (character === '\r' || character === '\n') {
          end(() => resolve(typed))
          return
        }
        // Ctrl+C and Ctrl+D, which raw mode passes on as characters.
        if (character === '\u0003' || character === '\u0004') {
          end(() => reject(new ConfigError(messages.passphraseCancelled())))
          return
        }
        typed = character === '\u007f' || character === '\b' ? [...typed].slice(0, -1).join('') : typed + character
      }
    }
    stdin.on('data', onData)
    stdin.resume()
  })
}
