import { type Config, type NodeRole, nodeRoles } from '../app/config/config.ts'
import { ConfigError } from '../app/config/config-values.ts'
import { type App, createApp, type OnStarted } from '../app.ts'
import type { StagedRestore } from '../capabilities/backups/backups.ts'
import { nextRequestId } from '../kernel/ambient.ts'
import { fs } from '../kernel/node.ts'
import { type ControlServer, startControlServer } from './control-server.ts'
import { cliMessages as messages } from './messages.ts'
import { printStartBanner } from './start-banner.ts'
import { asConfigError, lockDataFolder } from './with-app.ts'

const drainMs = 20_000

/** Serves until a stop signal. An error at the start is one clear line and exit code 2. */
export async function serve(settings: Config, args: readonly string[], onStarted: OnStarted): Promise<number> {
  const config = { ...settings, roles: rolesOf(args) }
  const lock = lockDataFolder(config)
  let stop: Promise<NodeJS.Signals> | undefined
  let isSaved = true
  try {
    let next: StagedRestore | undefined
    let port = config.port
    do {
      const [restored, openConfig] = [next, { ...config, port }]
      const failure = restored && (await putInPlace(openConfig, restored))
      const app = await openApp(openConfig)
      await app.setUp.begin()
      // Before the port is open: who finds the server ready may stop it at once.
      stop ??= stopSignal()
      // Also before it: who finds the server ready may use the command line at once.
      const control = await startControlServer(app)
      port = await listen(app, openConfig, control, onStarted)
      if (restored !== undefined) await report(app, restored, failure)
      next = await serveUntil(stop, app, control, config.dataFolder)
      isSaved = await close(app)
    } while (next !== undefined)
  } finally {
    lock.release()
  }
  return isSaved ? 0 : 1
}

function openApp(config: Config): Promise<App> {
  return createApp(config).catch((error: unknown) => {
    throw asConfigError(config, error)
  })
}

async function listen(app: App, config: Config, control: ControlServer, onStarted: OnStarted): Promise<number> {
  try {
    return await app.listen(onStarted)
  } catch (error) {
    await control.close()
    await app.close()
    throw new ConfigError(listenProblem(config, error as NodeJS.ErrnoException))
  }
}

/** Until a signal stops the server, or until somebody restores a backup in the panel, which is returned. */
async function serveUntil(
  stop: Promise<NodeJS.Signals>,
  app: App,
  control: ControlServer,
  dataFolder: string,
): Promise<StagedRestore | undefined> {
  await printStartBanner(app, {
    isTerminal: process.stdout.isTTY === true,
    print: (text) => void process.stdout.write(`${text}\n`),
    // Only a first start needs it.
    open: async (address) => (await import('./open-browser.ts')).openBrowser(address, dataFolder),
  })

  const restore = Promise.withResolvers<StagedRestore>()
  app.ctx.backups.takeRestores(restore.resolve)
  const ended = await Promise.race([stop, restore.promise])
  const staged = typeof ended === 'string' ? undefined : ended
  app.ctx.log.info('stopping', staged === undefined ? { signal: ended } : { restoring: staged.name })
  await control.close()
  return staged
}

/** What is counted in memory, such as the last use of keys, cannot be saved while the disk is full or the file gone. */
async function close(app: App): Promise<boolean> {
  try {
    await app.close({ drainMs })
    return true
  } catch (error) {
    app.ctx.log.error('not everything could be saved before the stop', { error })
    return false
  }
}

/** Returns the error of a restore that failed: the server then opens again with the data that it had. */
async function putInPlace(config: Config, { database, folder }: StagedRestore): Promise<unknown> {
  const { restoreDatabase } = await import('../kernel/storage/moving/restore-database.ts')
  try {
    await restoreDatabase(database, config)
    return undefined
  } catch (error) {
    return error
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The restored database has an entry in its audit log, too: the one before the restart is in the replaced database. */
async function report({ ctx }: App, { name, actor }: StagedRestore, failure: unknown): Promise<void> {
  if (failure !== undefined) {
    ctx.log.error('restore failed', { name, error: failure })
    ctx.backups.noteFailedRestore(name, failure)
    return
  }
  for (const channel of await ctx.channels.list()) {
    const cause = { channel, actor, requestId: nextRequestId() }
    await ctx.db.write((tx) => ctx.events.appendNew(tx, cause, { kind: 'backup.restored', data: { name } }))
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
