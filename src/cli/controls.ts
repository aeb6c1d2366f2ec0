import { dirname } from 'node:path'
import type { App } from '../app.ts'
import { maxOverlapMs } from '../capabilities/keys/keys.ts'
import type { Viewer } from '../capabilities/viewers/viewer.ts'
import { nextRequestId } from '../kernel/ambient.ts'
import { addressFault } from '../kernel/http/addresses.ts'
import { asFailure, failureBody } from '../kernel/http/response.ts'
import { unknownOperation } from '../kernel/http/unknown-operation.ts'
import { fs } from '../kernel/node.ts'
import type { Channel } from '../kernel/operation/channel.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import { allScopes, isScope, type Scope, usualScopes } from '../kernel/operation/contract/scopes.ts'
import type { Operation } from '../kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../kernel/operation/run-operation.ts'
import type { ArchiveNeeds } from '../kernel/storage/moving/archive.ts'
import { backUp } from '../kernel/storage/moving/backup-files.ts'
import type { Text } from '../kernel/text/message.ts'
import { version } from '../kernel/version.ts'
import type { McpCaller, McpServer } from '../mcp/mcp-server.ts'
import { type Platform, platformDefinitions } from '../platforms/contract/platforms.ts'
import { cliMessages as messages } from './messages.ts'

const maxNameLength = 100

/** The commands that need the data. The server runs them when there is one, the command's own process otherwise. */
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
  /** Of the Model Context Protocol. */
  readonly message?: unknown
  /** Whether the sender of the message can keep a connection open for notifications: a running server answers. */
  readonly canListen?: boolean
  readonly path?: string
  readonly force?: boolean
  /** Of an encrypted backup. It arrives over the socket that only this user can open. */
  readonly passphrase?: string
  /** Of a viewer. */
  readonly platform?: string
  readonly types?: readonly string[]
  readonly username?: string
  readonly userid?: string
  /** Whether the person has confirmed what cannot be undone. */
  readonly yes?: boolean
}

type Control = (app: App, request: ControlRequest) => Promise<Record<string, unknown>>

export const controls = {
  async 'key-create'(app, request) {
    const cause = await causeOf(app, request)
    const wanted = {
      name: nameOf(request.name),
      scopes: scopesOf(request.scopes),
      isTest: request.test ?? false,
      expiresAt: request.expires === undefined ? null : app.ctx.clock.now() + lifetimeMs(request.expires),
      addresses: addressesOf(request.addresses ?? []),
    }
    return app.ctx.db.write((tx) => app.ctx.keys.create(tx, cause, wanted))
  },

  async 'key-list'(app, request) {
    const keys = await app.ctx.keys.list(await channelOf(app, request))
    return { keys }
  },

  async 'key-revoke'(app, request) {
    await app.ctx.keys.revoke(await causeOf(app, request), idOf(request))
    return { id: idOf(request), revoked: true }
  },

  async 'key-roll'(app, request) {
    const overlapMs = durationMs('--overlap', request.overlap ?? '24h')
    if (overlapMs > maxOverlapMs) throw invalid(messages.overlapTooLong.of())
    return app.ctx.keys.roll(await causeOf(app, request), idOf(request), overlapMs)
  },

  async 'overlay-url'(app, request) {
    return { url: await app.ctx.overlays.link(await chosenChannelOf(app, request)) }
  },

  async 'overlay-roll'(app, request) {
    const channel = await chosenChannelOf(app, request)
    return { url: await app.ctx.overlays.rollLink(await causeOf(app, request), channel) }
  },

  async link(app, request) {
    const link = await app.ctx.sessions.makeLink(await channelOf(app, request))
    return { url: `${app.baseUrl()}/sign-in?link=${link}` }
  },

  /** The response as a caller of the API would get it, success or failure. */
  async call(app, request) {
    const name = request.operation ?? ''
    const operation = app.operations.find((one) => app.names.operation(one.name) === name)
    if (operation === undefined) {
      throw unknownOperation(
        name,
        app.operations.map((one) => app.names.operation(one.name)),
      )
    }
    return run(app, operation, await channelOf(app, request), request.body ?? {})
  },

  /** One message of an assistant on this machine. `answer` is null for a notification. */
  async mcp(app, request) {
    const { server, caller } = await assistantOf(app, request)
    const { message } = await server.answer(request.message, caller)
    return { answer: message ?? null }
  },

  async 'category-add'(app, request) {
    const { id, name, slug, aliases } = await app.ctx.games.addCategory({
      name: nameOf(request.name),
      aliases: request.aliases ?? [],
    })
    return { id, name, slug, aliases }
  },

  async backup(app, request) {
    if (request.path === undefined) throw invalid(messages.fileRequired.of({ command: 'backup' }))
    const { path, passphrase } = request
    if (request.force !== true && fs.existsSync(path)) throw invalid(messages.fileExists.of({ path }))
    const folder = dirname(path)
    if (!fs.existsSync(folder)) throw invalid(messages.folderMissing.of({ folder }))
    const { dataFolder } = app.config
    if (passphrase === undefined) return { path, files: await backUp(app.ctx.db, dataFolder, path) }
    const { writeArchive } = await import('../kernel/storage/moving/archive.ts')
    const copy: ArchiveNeeds['copy'] = (to, options) => app.ctx.db.backup(to, options)
    await writeArchive({ copy, databaseBytes: 0, dataFolder, path, passphrase })
    return { path, encrypted: true }
  },

  async 'viewer-export'(app, request) {
    const channel = await channelOf(app, request)
    const viewer = await viewerOf(app, channel, request)
    let text = ''
    for await (const part of app.ctx.privacy.exportViewer(channel, viewer)) text += part
    const { platform, id: viewerId } = viewer
    const cause = await causeOf(app, request)
    const event = { kind: 'viewer.exported', platform, viewerId, data: {} } as const
    await app.ctx.db.write((tx) => app.ctx.events.appendNew(tx, cause, event))
    return JSON.parse(text) as Record<string, unknown>
  },

  async 'viewer-erase'(app, request) {
    const cause = await causeOf(app, request)
    const viewer = await viewerOf(app, cause.channel, request)
    const accounts = await app.ctx.linkedAccounts.accountsOf(app.ctx.db, cause.channel.id, viewer)
    const named = accounts.map(({ platform, username }) => `${username} (${platform})`)
    if (request.yes !== true) throw invalid(messages.eraseNeedsYes.of({ accounts: named.join(', ') }))
    return app.ctx.privacy.eraseViewer(cause, viewer, app.ctx.db.write, () => ({ erased: accounts.length }))
  },

  async status(app) {
    return {
      url: app.baseUrl(),
      problem: app.ctx.db.problem() ?? null,
      channels: (await app.ctx.channels.list()).map(({ id, name }) => ({ id, name })),
    }
  },
} satisfies Record<string, Control>

export type ControlName = keyof typeof controls

/** What an assistant may do unless somebody says otherwise: not the stream itself, and not what reaches beyond it. */
const assistantScopes = usualScopes.filter((scope) => !['obs:raw', 'obs:stream', 'sandbox:control'].includes(scope))

/** An assistant on this machine, with what it may do. */
export async function assistantOf(app: App, request: ControlRequest) {
  const scopes = new Set(request.scopes === undefined ? assistantScopes : scopesOf(request.scopes))
  const channel = await chosenChannelOf(app, request)
  const server = await mcpServerOf(app, request.canListen === true)
  const caller: McpCaller = {
    may: (scope) => scopes.has(scope),
    async call(name, input) {
      const operation = app.operations.find((one) => app.names.operation(one.name) === name)
      if (operation === undefined) throw new Failure('unknown_operation')
      const body = await run(app, operation, channel, input, scopes)
      return { ok: body.success === true, body }
    },
  }
  return { server, caller, channel, scopes }
}

const mcpServers = new WeakMap<App, McpServer>()
const mcpServersForListeners = new WeakMap<App, McpServer>()

async function mcpServerOf(app: App, canListen: boolean): Promise<McpServer> {
  const servers = canListen ? mcpServersForListeners : mcpServers
  const known = servers.get(app)
  if (known !== undefined) return known
  const { createMcpServer } = await import('../mcp/mcp-server.ts')
  const server = createMcpServer({ operations: app.operations, names: app.names, version, canListen })
  servers.set(app, server)
  return server
}

/** Runs an operation for the terminal, within these scopes. Returns what a caller of the API would get. */
async function run(
  app: App,
  operation: Operation,
  channel: Channel,
  body: unknown,
  scopes?: ReadonlySet<Scope>,
): Promise<Record<string, unknown>> {
  const requestId = nextRequestId()
  const may = scopes && { may: (scope: Scope) => scopes.has(scope) }
  try {
    if (scopes?.has(operation.scope) === false) {
      throw new Failure('missing_scope', { fields: { required_scope: operation.scope } })
    }
    const prepared = prepareOperation(operation, app.names)
    const answer = await runOperation(app.ctx, prepared, { channel, actor: 'cli', requestId, ...may }, body, undefined)
    return JSON.parse(answer.body) as Record<string, unknown>
  } catch (error) {
    const failure = asFailure(error)
    if (failure.status === 500) app.ctx.log.error('a call failed', { requestId, error })
    return JSON.parse(failureBody(failure, requestId, app.names.word)) as Record<string, unknown>
  }
}

async function channelOf(app: App, { channel: wanted }: ControlRequest): Promise<Channel> {
  const channels = await app.ctx.channels.list()
  const found =
    wanted === undefined ? channels[0] : channels.find(({ id, name }) => name === wanted || String(id) === wanted)
  if (found === undefined)
    throw new Failure('not_found', { message: messages.unknownChannel.of({ name: wanted ?? '' }) })
  return found
}

/** With `--test` the test channel, which has an overlay and events of its own. */
export async function chosenChannelOf(app: App, request: ControlRequest): Promise<Channel> {
  const channel = await channelOf(app, request)
  return request.test === true ? app.ctx.channels.useTestChannelOf(channel) : channel
}

/** A platform under any of its names. */
function platformOf(name: string | undefined): Platform {
  const wanted = name?.toLowerCase()
  const found = platformDefinitions.find((one) =>
    [one.name, one.wireName, one.brandName].some((known) => known.toLowerCase() === wanted),
  )
  if (found !== undefined) return found.name
  throw invalid(messages.platformRequired.of({ platforms: platformDefinitions.map((one) => one.name).join(', ') }))
}

/** A stored viewer: the platform is not asked, because nobody new is exported or erased. */
async function viewerOf(app: App, channel: Channel, { platform, username, userid }: ControlRequest): Promise<Viewer> {
  if (username === undefined && userid === undefined) throw invalid(messages.viewerRequired.of())
  const found = await app.ctx.viewers.findKnown(channel, platformOf(platform), { username, userid })
  if (found !== undefined && 'known' in found) return found.known
  throw new Failure('user_not_found', { message: messages.unknownViewer.of({ name: username ?? userid ?? '' }) })
}

async function causeOf(app: App, request: ControlRequest) {
  return { channel: await channelOf(app, request), actor: 'cli', requestId: nextRequestId() }
}

function nameOf(name: string | undefined): string {
  if (name === undefined || name.trim() === '') throw invalid(messages.nameRequired.of())
  if (name.length > maxNameLength) throw invalid(messages.nameTooLong.of({ max: maxNameLength }))
  return name.trim()
}

function idOf({ id }: ControlRequest): string {
  if (id === undefined) throw invalid(messages.keyIdRequired.of())
  return id
}

function scopesOf(list: string | undefined): readonly Scope[] {
  if (list === undefined || list.trim() === '') throw invalid(messages.scopesRequired.of())
  if (list === 'all') return allScopes
  const scopes = list.split(',').map((word) => word.trim())
  return scopes.map((word) => {
    if (!isScope(word)) throw invalid(messages.unknownScope.of({ word, scopes: allScopes.join(', ') }))
    return word
  })
}

function addressesOf(entries: readonly string[]): readonly string[] {
  for (const entry of entries) {
    const fault = addressFault(entry)
    if (fault !== undefined) throw invalid(messages.invalidAddress.of({ problem: fault }))
  }
  return entries
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30d`, `12h`, `15m`, `0s`. */
function durationMs(option: string, text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  const unit = unitMs[match?.[2] ?? '']
  if (match === null || unit === undefined) throw invalid(messages.invalidDuration.of({ option, text }))
  return Number(match[1]) * unit
}

function lifetimeMs(text: string): number {
  const lifetime = durationMs('--expires', text)
  if (lifetime === 0) throw invalid(messages.expiresAtOnce.of({ text }))
  return lifetime
}

function invalid(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
