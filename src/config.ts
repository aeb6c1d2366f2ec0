import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Naming, namings } from './contract/names.ts'
import { addressFault } from './features/keys/addresses.ts'
import { type LogLevel, logLevels } from './log.ts'
import type { ServiceSettings } from './platforms/open-services.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly naming: Naming
  /** Addresses whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** How the world reaches this server, when that is not its own address. */
  readonly publicUrl: string | undefined
  readonly logLevel: LogLevel
  /** Signs overlay links and seals platform tokens; without it a key in the data folder does. */
  readonly secret: string | undefined
  /** Apps that the operator has registered with platforms; whatever is absent stays on the sandbox. */
  readonly services?: ServiceSettings
}

/** A setting that cannot be used: one clear line, exit code 2. */
export class ConfigError extends Error {}

type Setting = { readonly env: string; readonly file: string }

const settings = {
  host: { env: 'HOST', file: 'host' },
  port: { env: 'PORT', file: 'port' },
  dataFolder: { env: 'SHOWCALLER_DATA', file: 'data' },
  naming: { env: 'SHOWCALLER_NAMES', file: 'names' },
  trustedProxies: { env: 'SHOWCALLER_TRUSTED_PROXIES', file: 'trusted_proxies' },
  publicUrl: { env: 'SHOWCALLER_PUBLIC_URL', file: 'public_url' },
  logLevel: { env: 'SHOWCALLER_LOG', file: 'log' },
  secret: { env: 'SHOWCALLER_SECRET', file: 'secret' },
  twitchClientId: { env: 'SHOWCALLER_TWITCH_CLIENT_ID', file: 'twitch_client_id' },
  twitchClientSecret: { env: 'SHOWCALLER_TWITCH_CLIENT_SECRET', file: 'twitch_client_secret' },
  twitchApiUrl: { env: 'SHOWCALLER_TWITCH_API_URL', file: 'twitch_api_url' },
  twitchAuthUrl: { env: 'SHOWCALLER_TWITCH_AUTH_URL', file: 'twitch_auth_url' },
  twitchEventSubUrl: { env: 'SHOWCALLER_TWITCH_EVENTSUB_URL', file: 'twitch_eventsub_url' },
} satisfies Record<string, Setting>

const fileName = 'showcaller.toml'

/** The only reader of the environment. The environment wins over the file. */
export async function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder = process.cwd(),
): Promise<Config> {
  const file = await readSettingsFile(resolve(folder, fileName))
  const value = ({ env: variable, file: key }: Setting): { text: string; from: string } | undefined => {
    const given = env[variable]
    if (given !== undefined && given !== '') return { text: given, from: variable }
    const inFile = file[key]
    if (inFile === undefined) return undefined
    const text = Array.isArray(inFile) ? inFile.join(',') : String(inFile)
    return { text, from: `${key} in ${fileName}` }
  }
  for (const variable of Object.keys(env)) checkVariable(variable)
  /** A platform's own settings count once there is an app to use them with. */
  const appOf = <T>(id: Setting, secret: Setting, others: T) => {
    const [clientId, clientSecret] = [value(id)?.text, value(secret)?.text]
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...others }
    if (clientId === clientSecret) return undefined
    throw new ConfigError(`${id.env} and ${secret.env} belong together, but only one is set.`)
  }
  return {
    host: value(settings.host)?.text ?? '127.0.0.1',
    port: portOf(value(settings.port)),
    dataFolder: resolve(folder, value(settings.dataFolder)?.text ?? './data'),
    naming: wordOf(value(settings.naming), namings, 'spec'),
    trustedProxies: addressesOf(value(settings.trustedProxies)),
    publicUrl: urlOf(value(settings.publicUrl)),
    logLevel: wordOf(value(settings.logLevel), logLevels, 'warn'),
    secret: secretOf(value(settings.secret)),
    services: {
      twitch: appOf(settings.twitchClientId, settings.twitchClientSecret, {
        apiUrl: urlOf(value(settings.twitchApiUrl)),
        authUrl: urlOf(value(settings.twitchAuthUrl)),
        eventSubUrl: urlOf(value(settings.twitchEventSubUrl), ['wss', 'ws']),
      }),
    },
  }
}

type Given = { readonly text: string; readonly from: string } | undefined

async function readSettingsFile(path: string): Promise<Record<string, unknown>> {
  if (!existsSync(path)) return {}
  const { parse } = await import('smol-toml')
  let file: Record<string, unknown>
  try {
    file = parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${fileName} cannot be read: ${String((error as Error).message).split('\n')[0]}`)
  }
  const known = new Set<string>(Object.values(settings).map((setting) => setting.file))
  const stranger = Object.keys(file).find((key) => !known.has(key))
  if (stranger !== undefined) {
    throw new ConfigError(`${fileName} has an unknown setting ${stranger}. Known are: ${[...known].join(', ')}.`)
  }
  return file
}

/** A misspelt variable would otherwise be a setting that silently does nothing. */
function checkVariable(variable: string): void {
  if (!variable.startsWith('SHOWCALLER_') || variable.startsWith('SHOWCALLER_TEST_')) return
  const known = Object.values(settings).map((setting) => setting.env)
  if (!known.includes(variable)) {
    throw new ConfigError(`${variable} is not a setting. Known are: ${known.join(', ')}.`)
  }
}

function portOf(given: Given): number {
  if (given === undefined) return 4400
  const port = Number(given.text)
  if (!/^\d+$/.test(given.text) || port > 65_535) {
    throw new ConfigError(`${given.from} must be a port from 0 to 65535, not ${given.text}.`)
  }
  return port
}

function wordOf<const W extends readonly string[]>(given: Given, words: W, fallback: W[number]): W[number] {
  if (given === undefined) return fallback
  if (words.includes(given.text)) return given.text
  throw new ConfigError(`${given.from} must be one of ${words.join(', ')}, not ${given.text}.`)
}

function addressesOf(given: Given): string[] {
  if (given === undefined) return []
  const entries = given.text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const entry of entries) {
    const fault = addressFault(entry)
    if (fault !== undefined) throw new ConfigError(`${given.from}: ${fault}.`)
  }
  return entries
}

function urlOf(given: Given, protocols = ['http', 'https']): string | undefined {
  if (given === undefined) return undefined
  const url = URL.canParse(given.text) ? new URL(given.text) : undefined
  if (url === undefined || !protocols.includes(url.protocol.slice(0, -1))) {
    const beginnings = protocols.map((protocol) => `${protocol}://`).join(' or ')
    throw new ConfigError(`${given.from} must be an address that begins with ${beginnings}, not ${given.text}.`)
  }
  return url.href.replace(/\/$/, '')
}

function secretOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  if (given.text.length < 32) throw new ConfigError(`${given.from} must have at least 32 characters.`)
  return given.text
}
