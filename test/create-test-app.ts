import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../src/app/config/config.ts'
import type { Overrides } from '../src/app/node.ts'
import { createApp } from '../src/app.ts'
import { type Clock, systemClock } from '../src/kernel/ambient.ts'
import { createLog } from '../src/kernel/log.ts'
import { createLoopDelay } from '../src/kernel/metrics/loop-delay.ts'
import { allScopes, type Scope } from '../src/kernel/operation/contract/scopes.ts'
import { sql } from '../src/kernel/storage/database.ts'
import type { Naming } from '../src/registry/names.ts'
import { testEngine } from './declare.ts'
import { copyFirstStart } from './first-start-copy.ts'
import { httpCall } from './http-call.ts'
import { patientTimeLimits } from './open-test-database.ts'
import { allGames, popularGames } from './popular-games.ts'
import { type ExpectedStatus, readAnswer, type TestAnswer } from './test-answer.ts'

interface CallOptions {
  /** 200 unless it is said. */
  readonly status?: ExpectedStatus
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

interface TestAppOptions {
  readonly naming?: Naming
  readonly clock?: Clock
  /** A folder that has been used before, or is to be used again. It is taken as it is. */
  readonly folder?: string
  readonly config?: Partial<Config>
  readonly callTimeoutMs?: number
  readonly timeLimit?: Overrides['timeLimit']
  /** Whether PostgreSQL has as little time as in production. Elsewhere it may be as slow as the machine. */
  readonly isAboutOutages?: boolean
  /** Whether this app makes the first channel itself, instead of starting with a copy of one. For tests of just that. */
  readonly isFirstStart?: boolean
  /** Whether all games of the catalogue are found, not only those that most people play. */
  readonly hasWholeCatalogue?: boolean
  /** Whether the jobs of every minute and hour start by themselves, as in production. */
  readonly hasTimedJobs?: boolean
  readonly extensionTimings?: Overrides['extensionTimings']
  readonly emoteUrls?: Overrides['emoteUrls']
  readonly oembedUrl?: Overrides['oembedUrl']
  readonly discordTimings?: Overrides['discordTimings']
  readonly vtsTimings?: Overrides['vtsTimings']
  readonly tunnelTimings?: Overrides['tunnelTimings']
  readonly tunnelConnectTo?: Overrides['tunnelConnectTo']
  readonly streamLimits?: Overrides['streamLimits']
  readonly sourceLimits?: Overrides['sourceLimits']
  readonly eventTimings?: Overrides['eventTimings']
  /** Whether the server believes to be in a container, wherever the test runs. */
  readonly isContainer?: boolean
  /** Whether it has the alerts that a new channel has. Without them a test sees only what it makes itself. */
  readonly hasDefaultAlerts?: boolean
}

const deleteAutomations = sql<Record<never, never>>('DELETE FROM automations')

/** The whole server on a free port, with what a first start leaves in its folder. */
export async function createTestApp(options: TestAppOptions = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'showcaller-test-'))
  const isOnPostgres = testEngine === 'postgres'
  const database = isOnPostgres
    ? await (await import('./kernel/postgres/test-database.ts')).createTestDatabase(
        folder,
        options.isFirstStart === true ? 'tables' : 'first_start',
      )
    : undefined
  if (!isOnPostgres && options.folder === undefined && options.isFirstStart !== true) await copyFirstStart(folder)
  const logLines: string[] = []
  // Never measured, since how late the machine is has nothing to do with what a test promises; a test may set it.
  const loopDelay = createLoopDelay()
  loopDelay.start = () => {}
  const app = await createApp(
    {
      host: '127.0.0.1',
      port: 0,
      dataFolder: folder,
      naming: options.naming ?? 'spec',
      trustedProxies: [],
      publicUrl: undefined,
      logLevel: 'info',
      secret: undefined,
      databaseUrl: database?.url,
      ...options.config,
    },
    {
      clock: options.clock ?? systemClock,
      loopDelay,
      hasTimedJobs: options.hasTimedJobs ?? false,
      ...(options.extensionTimings === undefined ? {} : { extensionTimings: options.extensionTimings }),
      ...(options.discordTimings === undefined ? {} : { discordTimings: options.discordTimings }),
      ...(options.emoteUrls === undefined ? {} : { emoteUrls: options.emoteUrls }),
      ...(options.oembedUrl === undefined ? {} : { oembedUrl: options.oembedUrl }),
      ...(options.vtsTimings === undefined ? {} : { vtsTimings: options.vtsTimings }),
      ...(options.tunnelTimings === undefined ? {} : { tunnelTimings: options.tunnelTimings }),
      ...(options.tunnelConnectTo === undefined ? {} : { tunnelConnectTo: options.tunnelConnectTo }),
      ...(options.streamLimits === undefined ? {} : { streamLimits: options.streamLimits }),
      ...(options.sourceLimits === undefined ? {} : { sourceLimits: options.sourceLimits }),
      ...(options.eventTimings === undefined ? {} : { eventTimings: options.eventTimings }),
      ...(options.isContainer === undefined ? {} : { isContainer: options.isContainer }),
      games: await (options.hasWholeCatalogue === true ? allGames() : popularGames()),
      log: createLog('info', (line) => logLines.push(line)),
      ...(options.isAboutOutages === true ? {} : { storageTimeLimits: patientTimeLimits }),
      ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
      ...(options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }),
    },
  )
  // The catalogue of games is read when a test asks for a game.
  app.ctx.games.readSoon = () => {}
  if (options.hasDefaultAlerts !== true && options.folder === undefined) {
    await app.ctx.db.write((tx) => tx.run(deleteAutomations, {}))
  }
  const port = await app.listen()
  const url = `http://127.0.0.1:${port}`
  const [channel] = await app.ctx.channels.list()
  if (channel === undefined) throw new Error('the first start made no channel')
  const cause = { channel, actor: 'test', requestId: 'test' }

  async function makeKey(
    scopes: readonly Scope[] = allScopes,
    more: { isTest?: boolean; expiresAt?: number; addresses?: string[] } = {},
  ) {
    return app.ctx.db.write((tx) => app.ctx.keys.create(tx, cause, { name: 'test', scopes, ...more }))
  }

  const { key } = await makeKey()

  return {
    app,
    ctx: app.ctx,
    url,
    port,
    folder,
    channel,
    cause,
    key,
    makeKey,
    logLines,
    loopDelay,

    /** Calls an operation, and throws when its status is not the expected one. */
    async call(
      operation: string,
      body: unknown = {},
      { key: used = key, headers = {}, status = 200 }: CallOptions = {},
    ): Promise<TestAnswer> {
      const response = await httpCall(`${url}/v1/${operation}`, {
        headers: {
          'Content-Type': 'application/json',
          ...(used === null ? {} : { Authorization: `Bearer ${used}` }),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return readAnswer(operation, response, status)
    },

    async close({ keepFolder = false } = {}): Promise<void> {
      await app.close()
      if (keepFolder) return
      rmSync(folder, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
