import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { within } from '../eventually.ts'

/**
 * A browser without a driver, for what a driver changes: it keeps workers alive, and turns off guesses of addresses.
 *
 * Debian starts the shell of Chromium by a script that stays between us and the browser, so the whole group of processes
 * is ended; `end` resolves when all of them have let go of what they print to.
 */
export function startUndriven(program: string, args: readonly string[]): { end(): Promise<void> } {
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} could not be started`)
  child.stdout.resume()
  const gone = once(child, 'close')
  const endWithUs = () => void process.kill(-pid, 'SIGKILL')
  process.once('exit', endWithUs)
  return {
    async end() {
      process.kill(-pid, 'SIGTERM')
      await within('the browser to end', gone)
      process.off('exit', endWithUs)
    },
  }
}
