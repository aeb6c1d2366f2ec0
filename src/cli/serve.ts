import { type App, createApp } from '../app.ts'
import { type Config, ConfigError, type NodeRole, nodeRoles } from '../config.ts'
import { startControlServer } from './control-server.ts'
import { cliMessages as messages } from './messages.ts'
import { printStartBanner } from './start-banner.ts'
import { asConfigError, lockDataFolder } from './with-app.ts'

const drainMs = 20_000

/** Serves until a stop signal. An error at the start is one clear line and exit code 2. */
export async function serve(settings: Config, args: readonly string[]): Promise<number> {
  const config = { ...settings, roles: rolesOf(args) }
  const lock = lockDataFolder(config)
  const app = await createApp(config).catch((error: unknown) => {
    lock.release()
    throw asConfigError(config, error)
  })
  try {
    await app.listen()
  } catch (error) {
    await app.close()
    lock.release()
    throw new ConfigError(listenProblem(config, error as NodeJS.ErrnoException))
  }
  const control = await startControlServer(app)
  await printStartBanner(app, (text) => void process.stdout.write(`${text}\n`))

  const signal = await stopSignal()
  app.ctx.log.info('stopping', { signal })
  await control.close()
  const code = await close(app)
  lock.release()
  return code
}

/** What is counted in memory, such as the last use of keys, cannot be saved while the disk is full or the file gone. */
async function close(app: App): Promise<number> {
  try {
    await app.close({ drainMs })
    return 0
  } catch (error) {
    app.ctx.log.error('not everything could be saved before the stop', { error })
    return 1
  }
}

/** `--only api,gateway,jobs`: the roles of this node, where several share the work. */
function rolesOf(args: readonly string[]): NodeRole[] | undefined {
  if (args.length === 0) return undefined
  const [flag, list, ...rest] = args.flatMap((word) =>
    word.startsWith('--only=') ? ['--only', word.slice(7)] : [word],
  )
  const wanted = (list ?? '').split(',')
  const isRole = (word: string): word is NodeRole => (nodeRoles as readonly string[]).includes(word)
  if (flag !== '--only' || rest.length > 0 || !wanted.every(isRole)) {
    throw new ConfigError(messages.onlyFormat({ roles: nodeRoles.join(', ') }))
  }
  return wanted
}

function listenProblem(config: Config, error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  const { host, port } = { host: error.address ?? config.host, port: error.port ?? config.port }
  const variable = port === config.port ? 'PORT' : 'SHOWCALLER_METRICS'
  if (error.code === 'EADDRINUSE') return messages.portInUse({ port, host, variable })
  if (error.code === 'EACCES') return messages.portNotAllowed({ port, host, variable })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return messages.hostNotLocal({ host })
  return messages.cannotListen({ host, port, reason: error.message })
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
  })
}
