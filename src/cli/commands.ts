import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../app/config/config.ts'
import { ConfigError } from '../app/config/config-values.ts'
import { asFailure, failureBody } from '../kernel/http/response.ts'
import { failures } from '../kernel/operation/contract/failures.ts'
import { findMeant } from '../kernel/schema/misspelling.ts'
import type { ControlAnswer } from './control-server.ts'
import type { ControlName, ControlRequest } from './controls.ts'
import { cliMessages as messages } from './messages.ts'

const options = {
  name: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  address: { type: 'string', multiple: true },
  alias: { type: 'string', multiple: true },
  test: { type: 'boolean' },
  overlap: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  channel: { type: 'string' },
  encrypt: { type: 'boolean' },
  platform: { type: 'string' },
  types: { type: 'string' },
  forward: { type: 'string' },
  username: { type: 'string' },
  userid: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  force: { type: 'boolean' },
  full: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** For who misspells one. */
const commandNames = [
  ...['serve', 'link', 'call', 'mcp', 'listen', 'migrate', 'backup', 'restore', 'doctor', 'version', 'help'],
  ...['key create', 'key list', 'key revoke', 'key roll', 'overlay url', 'overlay roll', 'category add'],
  ...['viewer export', 'viewer erase'],
]

type ReadConfig = () => Promise<Config>

export async function runCommand(name: string, args: readonly string[], readConfig: ReadConfig): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(messages.usage())
    return 0
  }
  if (name === 'version' || name === '--version' || name === '-v') {
    process.stdout.write(`${(await import('../kernel/version.ts')).version}\n`)
    return 0
  }
  const { values, positionals } = parse([...args])
  if (values.help) {
    process.stdout.write(messages.usage())
    return 0
  }
  const [first, second] = positionals
  const common = values.channel === undefined ? {} : { channel: values.channel }
  switch (`${name} ${['key', 'overlay', 'category', 'viewer'].includes(name) ? (first ?? '') : ''}`.trim()) {
    case 'key create':
      return control(readConfig, 'key-create', { ...common, ...keyOptions(values) }, (created) =>
        values.json ? JSON.stringify(created) : keyCreated(created),
      )
    case 'key list':
      return control(readConfig, 'key-list', common, ({ keys }) =>
        values.json ? JSON.stringify(keys) : keyTable(keys),
      )
    case 'key revoke':
      return control(readConfig, 'key-revoke', { ...common, ...given('id', second) }, (revoked) =>
        values.json ? JSON.stringify(revoked) : messages.keyRevoked({ id: String(revoked.id) }),
      )
    case 'key roll':
      return control(
        readConfig,
        'key-roll',
        { ...common, ...given('id', second), ...given('overlap', values.overlap) },
        (created) => (values.json ? JSON.stringify(created) : keyCreated(created)),
      )
    case 'overlay url':
      return control(readConfig, 'overlay-url', { ...common, ...given('test', values.test) }, (link) =>
        values.json ? JSON.stringify(link) : String(link.url),
      )
    case 'overlay roll':
      return control(readConfig, 'overlay-roll', { ...common, ...given('test', values.test) }, (link) =>
        values.json ? JSON.stringify(link) : String(link.url),
      )
    case 'link':
      return control(readConfig, 'link', common, (link) => (values.json ? JSON.stringify(link) : String(link.url)))
    case 'call':
      if (first === undefined) throw new ConfigError(messages.callNeedsOperation())
      return call(readConfig, { ...common, operation: first }, second)
    case 'mcp':
      return serveMcp(readConfig, { ...common, ...given('scopes', values.scopes), ...given('test', values.test) })
    case 'listen':
      return (await import('./listen.ts')).listen(
        await readConfig(),
        {
          ...common,
          ...given('test', values.test),
          ...given('platform', values.platform),
          ...given(
            'types',
            values.types?.split(',').map((type) => type.trim()),
          ),
        },
        values.forward,
      )
    case 'category add':
      return control(
        readConfig,
        'category-add',
        { ...given('name', values.name), ...given('aliases', values.alias) },
        (added) => (values.json ? JSON.stringify(added) : messages.categoryAdded({ name: String(added.name) })),
      )
    case 'viewer export':
      return control(readConfig, 'viewer-export', { ...common, ...viewerOptions(values) }, (data) =>
        JSON.stringify(data, null, 2),
      )
    case 'viewer erase':
      return control(readConfig, 'viewer-erase', { ...common, ...viewerOptions(values) }, ({ erased }) =>
        values.json ? JSON.stringify({ erased }) : messages.viewerErased({ accounts: Number(erased) }),
      )
    case 'migrate':
      return (await import('./migrate.ts')).migrate(values.from, values.to)
    case 'backup':
      return control(
        readConfig,
        'backup',
        {
          ...given('path', first && resolve(first)),
          ...given('force', values.force),
          ...(values.encrypt ? await newPassphrase(readConfig) : {}),
        },
        backedUp,
      )
    case 'restore':
      return (await import('./restore.ts')).restore(await readConfig(), first)
    case 'doctor':
      return (await import('./doctor.ts')).doctor(await readConfig(), { isFull: values.full === true })
    default:
      process.stderr.write(`showcaller: ${unknownCommand(name, first)}`)
      return 2
  }
}

function unknownCommand(name: string, first = ''): string {
  const command = `${name} ${first}`.trim()
  const meant = findMeant(command, commandNames) ?? findMeant(name, commandNames)
  if (meant !== undefined) return `${messages.misspeltCommand({ command, meant })}\n`
  return `${messages.unknownCommand({ command })}\n\n${messages.usage()}`
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0] ?? messages.unreadableOptions()
    const [, option] = /^Unknown option '--([^']+)'/.exec(reason) ?? []
    const meant = option === undefined ? undefined : findMeant(option, Object.keys(options))
    throw new ConfigError(meant === undefined ? reason : messages.misspeltOption({ reason, meant: `--${meant}` }))
  }
}

type Values = ReturnType<typeof parse>['values']

function keyOptions(values: Values): ControlRequest {
  return {
    ...given('name', values.name),
    ...given('scopes', values.scopes),
    ...given('expires', values.expires),
    ...given('addresses', values.address),
    ...given('test', values.test),
  }
}

function viewerOptions(values: Values): ControlRequest {
  return {
    ...given('platform', values.platform),
    ...given('username', values.username),
    ...given('userid', values.userid),
    ...given('yes', values.yes),
  }
}

function given<K extends string, V>(key: K, value: V | undefined | ''): { [P in K]?: V } {
  return value === undefined || value === '' ? {} : ({ [key]: value } as { [P in K]: V })
}

async function control(
  readConfig: ReadConfig,
  name: ControlName,
  body: ControlRequest,
  show: (answer: Record<string, unknown>) => string,
): Promise<number> {
  const answer = await send(await readConfig(), name, body)
  if (!answer.ok) {
    process.stderr.write(`showcaller: ${String(answer.body.error)}\n`)
    return 1
  }
  process.stdout.write(`${show(answer.body)}\n`)
  return 0
}

/** Prints only the response, so that it can be piped. */
async function call(readConfig: ReadConfig, request: ControlRequest, json: string | undefined): Promise<number> {
  let body: unknown = {}
  try {
    if (json !== undefined && json.trim() !== '') body = JSON.parse(json)
  } catch {
    process.stdout.write(
      `${JSON.stringify({ success: false, error: failures.invalid_json.message, code: 'invalid_json' })}\n`,
    )
    return 1
  }
  const { body: answer } = await send(await readConfig(), 'call', { ...request, body })
  process.stdout.write(`${JSON.stringify(answer)}\n`)
  return answer.success === true ? 0 : 1
}

/** Answers an assistant that has started this program, until it closes the input. */
async function serveMcp(readConfig: ReadConfig, request: ControlRequest): Promise<number> {
  const config = await readConfig()
  const { serveStdio } = await import('./mcp.ts')
  const { sendToServer } = await import('./control-server.ts')
  const { listenAtServer } = await import('./mcp-listen.ts')
  // Without a server each message opens the data, which one can do at a time.
  let last: Promise<ControlAnswer | undefined> = Promise.resolve(undefined)
  await serveStdio(process.stdin, process.stdout, {
    async answer(message) {
      const body = { ...request, message }
      const ofServer = await sendToServer(config.dataFolder, 'mcp', { ...body, canListen: true })
      if (ofServer === undefined) last = last.catch(() => undefined).then(() => send(config, 'mcp', body))
      const answer = ofServer ?? (await last)
      if (answer?.ok !== true) throw new Error(String(answer?.body.error))
      return answer.body.answer ?? undefined
    },
    listen: (message, write, signal) =>
      listenAtServer(config.dataFolder, { ...request, message, canListen: true }, write, signal),
  })
  return 0
}

/** Sends the request to the running server. Without one the command opens the data itself, under the same lock. */
async function send(config: Config, name: ControlName, body: ControlRequest): Promise<ControlAnswer> {
  const { sendToServer } = await import('./control-server.ts')
  const answer = await sendToServer(config.dataFolder, name, body)
  if (answer !== undefined) return answer
  const { withApp } = await import('./with-app.ts')
  const { controls } = await import('./controls.ts')
  return withApp(config, async (app) => {
    try {
      return { ok: true, body: await controls[name](app, body) }
    } catch (error) {
      const failure = asFailure(error)
      if (failure.status === 500) throw error
      return { ok: false, body: JSON.parse(failureBody(failure, '')) as Record<string, unknown> }
    }
  })
}

async function newPassphrase(readConfig: ReadConfig): Promise<ControlRequest> {
  const { askPassphrase } = await import('./ask-passphrase.ts')
  return { passphrase: await askPassphrase(await readConfig(), { isNew: true }) }
}

function keyCreated({ key, id }: Record<string, unknown>): string {
  return messages.keyCreated({ key: String(key), id: String(id) })
}

function backedUp(saved: Record<string, unknown>): string {
  const [path, files] = [String(saved.path), Number(saved.files)]
  if (saved.encrypted === true) return messages.backedUpEncrypted({ path })
  return files === 0 ? messages.backedUp({ path }) : messages.backedUpWithUploads({ path, files })
}

function keyTable(keys: unknown): string {
  const rows = keys as {
    id: string
    shown: string
    name: string
    revokedAt: number | null
    lastUsedAt: number | null
  }[]
  if (rows.length === 0) return messages.noKeys()
  return rows
    .map(({ id, shown, name, revokedAt, lastUsedAt }) => {
      const state =
        revokedAt !== null
          ? messages.keyIsRevoked()
          : lastUsedAt === null
            ? messages.keyNeverUsed()
            : messages.keyLastUsed({ at: new Date(lastUsedAt).toISOString() })
      return `${id}  ${shown}  ${state}  ${name}`
    })
    .join('\n')
}
