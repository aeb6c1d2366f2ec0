import { readConfig } from './app/config/config.ts'
import { ConfigError } from './app/config/config-values.ts'
import type { OnStarted } from './app.ts'
import { createFilesPrivately } from './kernel/storage/private-files.ts'

/** Runs a command. Each command is imported only when it is used, for a fast start. `onStarted`: the server is ready. */
export async function main(args: readonly string[], onStarted: OnStarted = async () => {}): Promise<void> {
  createFilesPrivately()
  const [name = 'help', ...rest] = args
  try {
    process.exitCode = await run(name, rest, onStarted)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`showcaller: ${error.message}\n`)
    process.exitCode = 2
  }
}

async function run(name: string, args: readonly string[], onStarted: OnStarted): Promise<number> {
  if (name === 'serve') return (await import('./cli/serve.ts')).serve(await readConfig(), args, onStarted)
  const { runCommand } = await import('./cli/commands.ts')
  return runCommand(name, args, readConfig)
}
