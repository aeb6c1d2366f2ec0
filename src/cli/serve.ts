import { createApp } from '../app.ts'
import { type Config, ConfigError, type Role, roles } from '../config.ts'
import { UnusableDatabase } from '../storage/unusable-database.ts'
import { startControlServer } from './control-server.ts'
import { greet } from './greeting.ts'
import { takeFolder } from './with-app.ts'

const drainMs = 20_000

/** Serves until it is told to stop. Trouble at the start is one clear line and exit code 2. */
export async function serve(settings: Config, args: readonly string[]): Promise<number> {
  const config = { ...settings, roles: rolesOf(args) }
  const lock = takeFolder(config)
  const app = await createApp(config).catch((error: unknown) => {
    lock.release()
    if (error instanceof UnusableDatabase) throw new ConfigError(`${error.message}.`)
    throw error
  })
  try {
    await app.listen()
  } catch (error) {
    await app.close()
    lock.release()
    throw new ConfigError(listenFault(config, error as NodeJS.ErrnoException))
  }
  const control = await startControlServer(app)
  await greet(app, (line) => void process.stdout.write(`${line}\n`))

  const signal = await stopSignal()
  app.ctx.log.info('stopping', { signal })
  await control.close()
  await app.close({ drainMs })
  lock.release()
  return 0
}

/** `--only api,gateway,jobs`: what this node does, where several share the work. */
function rolesOf(args: readonly string[]): Role[] | undefined {
  if (args.length === 0) return undefined
  const [flag, list, ...rest] = args.flatMap((word) =>
    word.startsWith('--only=') ? ['--only', word.slice(7)] : [word],
  )
  const wanted = (list ?? '').split(',')
  const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word)
  if (flag !== '--only' || rest.length > 0 || !wanted.every(isRole)) {
    throw new ConfigError(`serve takes --only with ${roles.join(', ')}, separated by commas, and nothing else.`)
  }
  return wanted
}

function listenFault(config: Config, error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  const { host, port } = { host: error.address ?? config.host, port: error.port ?? config.port }
  if (error.code === 'EADDRINUSE')
    return `port ${port} on ${host} is in use. Set ${port === config.port ? 'PORT' : 'SHOWCALLER_METRICS'} to another one.`
  if (error.code === 'EACCES')
    return `port ${port} on ${host} may not be used by this user. Set PORT to one above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`
  return `cannot listen on ${host}:${port}: ${error.message}`
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
  })
}
