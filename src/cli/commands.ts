import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../config.ts'
import { asFailure, failureBody } from '../http/answer.ts'
import type { ControlAnswer } from './control-server.ts'
import type { ControlName, ControlRequest } from './controls.ts'

export const usage = `Usage: showcaller <command>

  serve [--only api,gateway,jobs]        start the server; several nodes can share the work
  key create --name N --scopes all|a,b [--expires 30d] [--address A]… [--test] [--json]
  key list [--json]
  key revoke ID
  key roll ID [--overlap 24h] [--json]   a new key with the same rights; the old one ends after the overlap
  overlay url | roll [--json]            the link for OBS
  link [--json]                          a new sign-in link for the panel
  call <operation> ['<json>']            run an operation, print its answer
  category add --name N [--alias A]…     a category of your own, found by search-games at once
  backup FILE                            copy the database and, beside it, the uploads; also while the server runs
  restore FILE                           put a copy back; the server must not run
  migrate --from A --to B                move everything, from a data folder to postgres://… or back
  doctor                                 look whether everything is as it should be
  version                                the version of this server

  --channel C picks a channel, by default the first. Data and settings are those of the current folder.
`

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
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type ReadConfig = () => Promise<Config>

export async function runCommand(name: string, args: readonly string[], readConfig: ReadConfig): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(usage)
    return 0
  }
  if (name === 'version' || name === '--version' || name === '-v') {
    process.stdout.write(`${(await import('../version.ts')).version}\n`)
    return 0
  }
  const { values, positionals } = parse([...args])
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const [first, second] = positionals
  const common = values.channel === undefined ? {} : { channel: values.channel }
  switch (`${name} ${['key', 'overlay', 'category'].includes(name) ? (first ?? '') : ''}`.trim()) {
    case 'key create':
      return control(readConfig, 'key-create', { ...common, ...keyWishes(values) }, (made) =>
        values.json ? JSON.stringify(made) : `${made.key}\n\nThis is the only time it is shown. Its id is ${made.id}.`,
      )
    case 'key list':
      return control(readConfig, 'key-list', common, ({ keys }) =>
        values.json ? JSON.stringify(keys) : keyTable(keys),
      )
    case 'key revoke':
      return control(readConfig, 'key-revoke', { ...common, ...given('id', second) }, (done) =>
        values.json ? JSON.stringify(done) : `Revoked ${done.id}.`,
      )
    case 'key roll':
      return control(
        readConfig,
        'key-roll',
        { ...common, ...given('id', second), ...given('overlap', values.overlap) },
        (made) =>
          values.json
            ? JSON.stringify(made)
            : `${made.key}\n\nThis is the only time it is shown. Its id is ${made.id}.`,
      )
    case 'overlay url':
      return control(readConfig, 'overlay-url', common, (link) =>
        values.json ? JSON.stringify(link) : String(link.url),
      )
    case 'overlay roll':
      return control(readConfig, 'overlay-roll', common, (link) =>
        values.json ? JSON.stringify(link) : String(link.url),
      )
    case 'link':
      return control(readConfig, 'link', common, (link) => (values.json ? JSON.stringify(link) : String(link.url)))
    case 'call':
      if (first === undefined) throw new ConfigError('call needs an operation, as in: showcaller call get-points-top')
      return call(readConfig, { ...common, operation: first }, second)
    case 'category add':
      return control(
        readConfig,
        'category-add',
        { ...given('name', values.name), ...given('aliases', values.alias) },
        (made) => (values.json ? JSON.stringify(made) : `Added ${made.name}.`),
      )
    case 'migrate':
      return (await import('./migrate.ts')).migrate(values.from, values.to)
    case 'backup':
      return control(
        readConfig,
        'backup',
        { ...given('path', first && resolve(first)) },
        ({ path, files }) => `Saved to ${path}.${files === 0 ? '' : ` Uploaded files: ${files}, in ${path}-uploads.`}`,
      )
    case 'restore':
      return (await import('./restore.ts')).restore(await readConfig(), first)
    case 'doctor':
      return (await import('./doctor.ts')).doctor(await readConfig())
    default:
      process.stderr.write(`showcaller: there is no command ${[name, first ?? ''].join(' ').trim()}.\n\n${usage}`)
      return 2
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new ConfigError((error as Error).message.split('. ')[0] ?? 'the options cannot be read')
  }
}

type Values = ReturnType<typeof parse>['values']

function keyWishes(values: Values): ControlRequest {
  return {
    ...given('name', values.name),
    ...given('scopes', values.scopes),
    ...given('expires', values.expires),
    ...given('addresses', values.address),
    ...given('test', values.test),
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
  const answer = await ask(await readConfig(), name, body)
  if (!answer.ok) {
    process.stderr.write(`showcaller: ${String(answer.body.error)}\n`)
    return 1
  }
  process.stdout.write(`${show(answer.body)}\n`)
  return 0
}

/** Prints nothing but the answer, so that it can be piped. */
async function call(readConfig: ReadConfig, asked: ControlRequest, json: string | undefined): Promise<number> {
  let body: unknown = {}
  try {
    if (json !== undefined && json.trim() !== '') body = JSON.parse(json)
  } catch {
    process.stdout.write(
      `${JSON.stringify({ success: false, error: 'The body is not valid JSON.', code: 'invalid_json' })}\n`,
    )
    return 1
  }
  const { body: answer } = await ask(await readConfig(), 'call', { ...asked, body })
  process.stdout.write(`${JSON.stringify(answer)}\n`)
  return answer.success === true ? 0 : 1
}

/** The running server is asked; without one the command opens the data itself, under the same lock. */
async function ask(config: Config, name: ControlName, body: ControlRequest): Promise<ControlAnswer> {
  const { askServer } = await import('./control-server.ts')
  const answer = await askServer(config.dataFolder, name, body)
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

function keyTable(keys: unknown): string {
  const rows = keys as {
    id: string
    shown: string
    name: string
    revokedAt: number | null
    lastUsedAt: number | null
  }[]
  if (rows.length === 0) return 'There are no keys.'
  return rows
    .map(({ id, shown, name, revokedAt, lastUsedAt }) => {
      const state =
        revokedAt !== null
          ? 'revoked'
          : lastUsedAt === null
            ? 'never used'
            : `used ${new Date(lastUsedAt).toISOString()}`
      return `${id}  ${shown}  ${state}  ${name}`
    })
    .join('\n')
}
