import { nextRequestId } from '../ambient.ts'
import type { App } from '../app.ts'
import { Failure } from '../contract/failures.ts'
import { allScopes, isScope, type Scope } from '../contract/scopes.ts'
import type { Channel } from '../features/channels/channels.ts'
import { addressFault } from '../features/keys/addresses.ts'
import { maxOverlapMs } from '../features/keys/keys.ts'
import { asFailure, failureBody } from '../http/answer.ts'
import { prepareOperation, runOperation } from '../run-operation.ts'
import { backUp } from '../storage/moving/backup-files.ts'

/** What the command line can ask for, run by the server when there is one and in the command's own process otherwise. */
export interface ControlRequest {
  readonly channel?: string
  readonly id?: string
  readonly name?: string
  readonly scopes?: string
  readonly expires?: string
  readonly addresses?: readonly string[]
  readonly aliases?: readonly string[]
  readonly test?: boolean
  readonly overlap?: string
  readonly operation?: string
  readonly body?: unknown
  readonly path?: string
}

type Control = (app: App, asked: ControlRequest) => Promise<Record<string, unknown>>

export const controls = {
  async 'key-create'(app, asked) {
    const cause = await causeOf(app, asked)
    const wanted = {
      name: nameOf(asked.name),
      scopes: scopesOf(asked.scopes),
      isTest: asked.test ?? false,
      expiresAt: asked.expires === undefined ? null : app.ctx.clock.now() + durationMs('--expires', asked.expires),
      addresses: addressesOf(asked.addresses ?? []),
    }
    return app.ctx.db.write((tx) => app.ctx.keys.create(tx, cause, wanted))
  },

  async 'key-list'(app, asked) {
    const keys = await app.ctx.keys.list(await channelOf(app, asked))
    return { keys }
  },

  async 'key-revoke'(app, asked) {
    await app.ctx.keys.revoke(await causeOf(app, asked), idOf(asked))
    return { id: idOf(asked), revoked: true }
  },

  async 'key-roll'(app, asked) {
    const overlapMs = durationMs('--overlap', asked.overlap ?? '24h')
    if (overlapMs > maxOverlapMs) throw wrong('--overlap is at most 24h.')
    return app.ctx.keys.roll(await causeOf(app, asked), idOf(asked), overlapMs)
  },

  async 'overlay-url'(app, asked) {
    return { url: await app.ctx.overlays.link(await channelOf(app, asked)) }
  },

  async 'overlay-roll'(app, asked) {
    return { url: await app.ctx.overlays.rollLink(await causeOf(app, asked)) }
  },

  async link(app, asked) {
    const link = await app.ctx.sessions.makeLink(await channelOf(app, asked))
    return { url: `${app.baseUrl()}/sign-in?link=${link}` }
  },

  /** The answer as a caller of the API would get it, failure or not. */
  async call(app, asked) {
    const name = asked.operation ?? ''
    const operation = app.operations.find((one) => app.names.operation(one.name) === name)
    if (operation === undefined) throw new Failure('unknown_operation', { message: `There is no operation ${name}.` })
    const requestId = nextRequestId()
    const caller = { channel: await channelOf(app, asked), actor: 'cli', requestId }
    try {
      const answer = await runOperation(
        app.ctx,
        prepareOperation(operation, app.names),
        caller,
        asked.body ?? {},
        undefined,
      )
      return JSON.parse(answer.body) as Record<string, unknown>
    } catch (error) {
      const failure = asFailure(error)
      if (failure.status === 500) app.ctx.log.error('a call failed', { requestId, error })
      return JSON.parse(failureBody(failure, requestId, app.names.text)) as Record<string, unknown>
    }
  },

  async 'category-add'(app, asked) {
    const { id, name, slug, aliases } = await app.ctx.games.addCategory({
      name: nameOf(asked.name),
      aliases: asked.aliases ?? [],
    })
    return { id, name, slug, aliases }
  },

  async backup(app, asked) {
    if (asked.path === undefined) throw wrong('backup needs the name of a file.')
    return { path: asked.path, files: await backUp(app.ctx.db, app.config.dataFolder, asked.path) }
  },

  async status(app) {
    return { url: app.baseUrl(), channels: (await app.ctx.channels.list()).map(({ id, name }) => ({ id, name })) }
  },
} satisfies Record<string, Control>

export type ControlName = keyof typeof controls

async function channelOf(app: App, { channel: wanted }: ControlRequest): Promise<Channel> {
  const channels = await app.ctx.channels.list()
  const found =
    wanted === undefined ? channels[0] : channels.find(({ id, name }) => name === wanted || String(id) === wanted)
  if (found === undefined) throw new Failure('not_found', { message: `There is no channel ${wanted ?? ''}.` })
  return found
}

async function causeOf(app: App, asked: ControlRequest) {
  return { channel: await channelOf(app, asked), actor: 'cli', requestId: nextRequestId() }
}

function nameOf(name: string | undefined): string {
  if (name === undefined || name.trim() === '') throw wrong('--name is required.')
  if (name.length > 100) throw wrong('--name has at most 100 characters.')
  return name.trim()
}

function idOf({ id }: ControlRequest): string {
  if (id === undefined) throw wrong('the id of the key is required.')
  return id
}

function scopesOf(words: string | undefined): readonly Scope[] {
  if (words === undefined || words.trim() === '')
    throw wrong('--scopes is required: all, or names with commas between.')
  if (words === 'all') return allScopes
  const scopes = words.split(',').map((word) => word.trim())
  return scopes.map((word) => {
    if (!isScope(word)) throw wrong(`${word} is not a scope. Known are: ${allScopes.join(', ')}.`)
    return word
  })
}

function addressesOf(entries: readonly string[]): readonly string[] {
  for (const entry of entries) {
    const fault = addressFault(entry)
    if (fault !== undefined) throw wrong(`--address: ${fault}.`)
  }
  return entries
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30d`, `12h`, `15m`, `0s`. */
function durationMs(option: string, words: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(words)
  const unit = unitMs[match?.[2] ?? '']
  if (match === null || unit === undefined) throw wrong(`${option} is a time such as 30d, 12h or 15m, not ${words}.`)
  return Number(match[1]) * unit
}

function wrong(message: string): Failure {
  return new Failure('invalid_parameter', { message })
}
