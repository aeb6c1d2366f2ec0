import { createApp } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { NewerDatabase } from '../storage/migrate.ts'
import { startControlServer } from './control-server.ts'
import { greet } from './greeting.ts'
import { takeFolder } from './with-app.ts'

const drainMs = 20_000

/** Serves until it is told to stop. Trouble at the start is one clear line and exit code 2. */
export async function serve(config: Config): Promise<number> {
  const lock = takeFolder(config.dataFolder)
  const app = await createApp(config).catch((error: unknown) => {
    lock.release()
    if (error instanceof NewerDatabase) throw new ConfigError(`${error.message}.`)
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

function listenFault({ host, port }: Config, error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is in use. Set PORT to another one.`
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
