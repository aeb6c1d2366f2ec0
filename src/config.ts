import { join, resolve } from 'node:path'
import { configMessages } from './config-messages.ts'
import { type SocketProvider, socketProviders } from './contract/donation-providers.ts'
import { type Naming, namings } from './contract/names.ts'
import { channelSetupNames, setupOf } from './contract/service-setups.ts'
import type { DonationServers } from './features/donation-sources/donation-sockets.ts'
import { addressFault } from './features/keys/addresses.ts'
import type { TunnelSettings } from './features/tunnel/tunnel-settings.ts'
import { type LogLevel, logLevels } from './log.ts'
import type { TraceSettings } from './metrics/trace-settings.ts'
import { createPublicKey } from './node-crypto.ts'
import { fs } from './node-fs.ts'
import { allServiceSettings, type ServiceSettings } from './platforms/all-service-settings.ts'
import type { GivenSettings, GivenValue, GivenValues } from './platforms/service-settings.ts'
import { type Service, services } from './platforms/services.ts'
import type { SpeechServices } from './speech/open-engines.ts'
import { readSpeechSettings, speechSettings } from './speech/speech-settings.ts'
import { backupsFolderName } from './storage/backups.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  readonly naming: Naming
  /** Proxies whose X-Forwarded-For header is trusted. */
  readonly trustedProxies: readonly string[]
  /** The public address of this server, if it differs from its own. */
  readonly publicUrl: string | undefined
  /** Further host names that this server answers to. */
  readonly hosts?: readonly string[] | undefined
  /** Hosts and networks that are not public and that calls of entered addresses may reach. */
  readonly outgoingAllow?: readonly string[] | undefined
  /** A tunnel from the internet to the webhooks of this server. */
  readonly tunnel?: TunnelSettings | undefined
  readonly logLevel: LogLevel
  /** The PostgreSQL database; without it the data folder contains a SQLite database. */
  readonly databaseUrl?: string | undefined
  /** Signs overlay links and encrypts platform tokens; the default is a key in the data folder. */
  readonly secret: string | undefined
  /** Connects the nodes of a cluster. */
  readonly redisUrl?: string | undefined
  /** The roles of this node. Default: all. */
  readonly roles?: readonly NodeRole[] | undefined
  /** A separate port for the metrics. */
  readonly metrics?: { readonly host: string; readonly port: number } | undefined
  /** An OpenTelemetry collector, for traces. */
  readonly traces?: TraceSettings | undefined
  /** The configured speech services and the order of the engines. */
  readonly speech?: SpeechServices | undefined
  /** Automatic backups; without a folder they are off. */
  readonly backups?: BackupSettings | undefined
  /** The storage limit for the uploads of one channel. */
  readonly uploadBytes?: number | undefined
  /** The maximum number of channels. Default: `defaultMaxChannels`. */
  readonly maxChannels?: number | undefined
  /** Whether signing in through the sandbox can create further channels. Default: yes. */
  readonly allowsNewChannels?: boolean | undefined
  /** The apps that the operator has registered with platforms. A platform without one uses the sandbox. */
  readonly services?: ServiceSettings
  /** The settings of services and speech engines that are set here, by variable. They win over those of the panel. */
  readonly given?: GivenValues
  /** Where an OBS on this machine keeps its settings. */
  readonly obsFolders?: readonly string[]
  /** The base of Discord's REST API, for a proxy. */
  readonly discordApi?: string | undefined
  /** Replacement addresses of donation providers. */
  readonly donations?: DonationServers
}

export interface BackupSettings {
  readonly folder: string | undefined
  /** Encrypts the backups. */
  readonly passphrase: string | undefined
}

export const defaultMaxChannels = 10
/** Lists of channels are not longer than this. */
const maxListedChannels = 1000

export const nodeRoles = ['api', 'gateway', 'jobs'] as const
export type NodeRole = (typeof nodeRoles)[number]

/** An invalid setting: the command prints the message and exits with code 2. */
export class ConfigError extends Error {}

type Setting = { readonly env: string; readonly file: string }

const settings = {
  host: { env: 'HOST', file: 'host' },
  port: { env: 'PORT', file: 'port' },
  dataFolder: { env: 'SHOWCALLER_DATA', file: 'data' },
  naming: { env: 'SHOWCALLER_NAMES', file: 'names' },
  trustedProxies: { env: 'SHOWCALLER_TRUSTED_PROXIES', file: 'trusted_proxies' },
  publicUrl: { env: 'SHOWCALLER_PUBLIC_URL', file: 'public_url' },
  hosts: { env: 'SHOWCALLER_HOSTS', file: 'hosts' },
  outgoingAllow: { env: 'SHOWCALLER_OUTGOING_ALLOW', file: 'outgoing_allow' },
  tunnelUrl: { env: 'SHOWCALLER_TUNNEL_URL', file: 'tunnel_url' },
  tunnelCommand: { env: 'SHOWCALLER_TUNNEL_COMMAND', file: 'tunnel_command' },
  tailscale: { env: 'SHOWCALLER_TAILSCALE', file: 'tailscale' },
  logLevel: { env: 'SHOWCALLER_LOG', file: 'log' },
  secret: { env: 'SHOWCALLER_SECRET', file: 'secret' },
  databaseUrl: { env: 'DATABASE_URL', file: 'database_url' },
  redisUrl: { env: 'REDIS_URL', file: 'redis_url' },
  metrics: { env: 'SHOWCALLER_METRICS', file: 'metrics' },
  backups: { env: 'SHOWCALLER_BACKUPS', file: 'backups' },
  backupPassphrase: { env: 'SHOWCALLER_BACKUP_PASSPHRASE', file: 'backup_passphrase' },
  backupPassphraseFile: { env: 'SHOWCALLER_BACKUP_PASSPHRASE_FILE', file: 'backup_passphrase_file' },
  maxChannels: { env: 'SHOWCALLER_MAX_CHANNELS', file: 'max_channels' },
  newChannels: { env: 'SHOWCALLER_NEW_CHANNELS', file: 'new_channels' },
  discordApi: { env: 'SHOWCALLER_DISCORD_API', file: 'discord_api' },
  uploadMegabytes: { env: 'SHOWCALLER_UPLOAD_MB', file: 'upload_mb' },
} satisfies Record<string, Setting>
/** The standard variables of OpenTelemetry. Variables with `TRACES` override those for all signals. */
const traceSettings = {
  disabled: { env: 'OTEL_SDK_DISABLED', file: 'otel_sdk_disabled' },
  exporter: { env: 'OTEL_TRACES_EXPORTER', file: 'otel_traces_exporter' },
  endpoint: { env: 'OTEL_EXPORTER_OTLP_ENDPOINT', file: 'otlp_endpoint' },
  tracesEndpoint: { env: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', file: 'otlp_traces_endpoint' },
  headers: { env: 'OTEL_EXPORTER_OTLP_HEADERS', file: 'otlp_headers' },
  tracesHeaders: { env: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', file: 'otlp_traces_headers' },
  protocol: { env: 'OTEL_EXPORTER_OTLP_PROTOCOL', file: 'otlp_protocol' },
  tracesProtocol: { env: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', file: 'otlp_traces_protocol' },
  compression: { env: 'OTEL_EXPORTER_OTLP_COMPRESSION', file: 'otlp_compression' },
  tracesCompression: { env: 'OTEL_EXPORTER_OTLP_TRACES_COMPRESSION', file: 'otlp_traces_compression' },
  timeout: { env: 'OTEL_EXPORTER_OTLP_TIMEOUT', file: 'otlp_timeout' },
  tracesTimeout: { env: 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', file: 'otlp_traces_timeout' },
  serviceName: { env: 'OTEL_SERVICE_NAME', file: 'otel_service_name' },
  resourceAttributes: { env: 'OTEL_RESOURCE_ATTRIBUTES', file: 'otel_resource_attributes' },
  sampler: { env: 'OTEL_TRACES_SAMPLER', file: 'otel_traces_sampler' },
  samplerArgument: { env: 'OTEL_TRACES_SAMPLER_ARG', file: 'otel_traces_sampler_arg' },
  batchDelay: { env: 'OTEL_BSP_SCHEDULE_DELAY', file: 'otel_bsp_schedule_delay' },
  batchSize: { env: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', file: 'otel_bsp_max_export_batch_size' },
  queueSize: { env: 'OTEL_BSP_MAX_QUEUE_SIZE', file: 'otel_bsp_max_queue_size' },
} satisfies Record<string, Setting>
const serviceSettings: readonly Setting[] = services.flatMap((service) =>
  allServiceSettings[service].names.map((name) => serviceSettingOf(service, name)),
)
const programSettings: readonly Setting[] = channelSetupNames.flatMap((program) =>
  setupOf(program).fields.map(({ name, variable }) => ({ env: variable, file: `${program}_${name}` })),
)
/** One provider for the AI bot of the first channel. */
const aiSettings: readonly Setting[] = ['url', 'key', 'model'].map((name) => {
  return { env: `SHOWCALLER_AI_${name.toUpperCase()}`, file: `ai_${name}` }
})
const allSettings: readonly Setting[] = [
  ...Object.values(settings),
  ...Object.values(traceSettings),
  ...serviceSettings,
  ...socketProviders.map(donationUrlOf),
  ...speechSettings,
  ...programSettings,
  ...aiSettings,
]

const fileName = 'showcaller.toml'

/** Variables that say where this process runs, such as in a session over SSH. Settings are read by `readConfig`. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** Settings come from the environment and the file. The environment overrides the file. */
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
    // A command is a list of words, which may contain commas.
    const isCommand = key === settings.tunnelCommand.file
    const text = isCommand ? JSON.stringify(inFile) : Array.isArray(inFile) ? inFile.join(',') : String(inFile)
    return { text, from: `${key} in ${fileName}` }
  }
  for (const variable of Object.keys(env)) checkVariable(variable)
  for (const setting of programSettings) if (setting.file.endsWith('_url')) requireProgramAddress(value(setting))
  urlOf(value({ env: 'SHOWCALLER_AI_URL', file: 'ai_url' }))
  const isJoined = value(settings.redisUrl) !== undefined
  if (isJoined && value(settings.databaseUrl) === undefined) {
    throw new ConfigError(configMessages.redisNeedsDatabase())
  }
  if (isJoined && value(settings.secret) === undefined) {
    throw new ConfigError(configMessages.redisNeedsSecret())
  }
  const dataFolder = resolve(folder, value(settings.dataFolder)?.text ?? './data')
  const backupsFolder = value(settings.backups)?.text
  return {
    host: value(settings.host)?.text ?? '127.0.0.1',
    port: portOf(value(settings.port)),
    dataFolder,
    naming: optionOf(value(settings.naming), namings, 'spec'),
    trustedProxies: addressesOf(value(settings.trustedProxies)),
    publicUrl: urlOf(value(settings.publicUrl)),
    hosts: hostsOf(value(settings.hosts)),
    outgoingAllow: destinationsOf(value(settings.outgoingAllow)),
    tunnel: tunnelOf(value, env),
    logLevel: optionOf(value(settings.logLevel), logLevels, 'warn'),
    secret: secretOf(value(settings.secret)),
    databaseUrl: databaseUrlOf(value(settings.databaseUrl)),
    redisUrl: urlOf(value(settings.redisUrl), ['redis', 'rediss']),
    metrics: doorOf(value(settings.metrics)),
    traces: await tracesOf(value),
    speech: await speechOf((setting) => value(setting)?.text),
    backups: {
      folder:
        backupsFolder === 'off' ? undefined : resolve(folder, backupsFolder ?? join(dataFolder, backupsFolderName)),
      passphrase: passphraseOf(value(settings.backupPassphrase), value(settings.backupPassphraseFile), folder),
    },
    uploadBytes: megabytesOf(value(settings.uploadMegabytes)),
    maxChannels: channelsOf(value(settings.maxChannels)),
    allowsNewChannels: optionOf(value(settings.newChannels), ['on', 'off'], 'on') === 'on',
    donations: {
      urls: Object.fromEntries(
        socketProviders.map((provider) => [provider, urlOf(value(donationUrlOf(provider)), ['wss', 'ws'])]),
      ),
    },
    obsFolders: obsFoldersOf(env),
    discordApi: urlOf(value(settings.discordApi)),
    services: servicesOf(value),
    given: Object.fromEntries(
      [...serviceSettings, ...speechSettings, ...programSettings, ...aiSettings].flatMap((setting) => {
        const found = value(setting)
        return found === undefined ? [] : [[setting.env, found]]
      }),
    ),
  }
}

/** The settings folders of OBS on each system, the packages of Flatpak and Snap included. */
function obsFoldersOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const { XDG_CONFIG_HOME: configHome, APPDATA: appData, HOME: home } = env
  const folders = [
    configHome && join(configHome, 'obs-studio'),
    appData && join(appData, 'obs-studio'),
    home && join(home, '.config/obs-studio'),
    home && join(home, 'Library/Application Support/obs-studio'),
    home && join(home, '.var/app/com.obsproject.Studio/config/obs-studio'),
    home && join(home, 'snap/obs-studio/current/.config/obs-studio'),
  ]
  return folders.filter((folder): folder is string => Boolean(folder))
}

/** Programs are connected later, so a wrong address is found here. */
function requireProgramAddress(given: Given): void {
  urlOf(given, ['ws', 'wss'])
}

/** A command needs the address that its tunnel has, because its output is not read. */
function tunnelOf(
  value: (setting: Setting) => Given,
  env: Readonly<Record<string, string | undefined>>,
): TunnelSettings {
  const url = tunnelUrlOf(value(settings.tunnelUrl))
  const command = commandOf(value(settings.tunnelCommand))
  if (command !== undefined && url === undefined) {
    const [first, second] = [settings.tunnelUrl.env, settings.tunnelCommand.env]
    throw new ConfigError(configMessages.incompleteTunnel({ first, second }))
  }
  const own = new Set<string>(allSettings.map((setting) => setting.env))
  const others = Object.entries(env).filter(([name]) => !own.has(name) && !/^(?:SHOWCALLER|NODE|OTEL)_/.test(name))
  const environment = Object.fromEntries(others.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
  return { url, command, tailscale: value(settings.tailscale)?.text, environment }
}

function tunnelUrlOf(given: Given): string | undefined {
  const url = urlOf(given, ['https'])
  if (url === undefined || new URL(url).pathname === '/') return url
  throw new ConfigError(configMessages.tunnelUrl({ setting: given?.from ?? '', value: url }))
}

/** A list of words in JSON, or a list of the settings file: there is no shell that could split a line. */
function commandOf(given: Given): readonly [string, ...string[]] | undefined {
  if (given === undefined) return undefined
  const words = listIn(given.text)
  const [program, ...args] = words.filter((word): word is string => typeof word === 'string' && word !== '')
  if (program !== undefined && args.length === words.length - 1) return [program, ...args]
  throw new ConfigError(configMessages.command({ setting: given.from }))
}

function listIn(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

function donationUrlOf(provider: SocketProvider): Setting {
  return { env: `SHOWCALLER_${provider.toUpperCase()}_URL`, file: `${provider}_url` }
}

type Given = GivenValue | undefined

function serviceSettingOf(service: Service, name: string): Setting {
  return { env: `SHOWCALLER_${service}_${name}`.toUpperCase(), file: `${service}_${name}` }
}

/** The settings of a service are used only if its app is configured. */
function servicesOf(value: (setting: Setting) => Given): ServiceSettings {
  const found = services.map((service) => {
    const given = (name: string) => value(serviceSettingOf(service, name))
    return [service, readServiceSettings(service, given)]
  })
  return Object.fromEntries(found)
}

/**
 * The settings of one service, from wherever its values come. `titleOf` names a setting in error messages: by default its
 * environment variable. Throws a `ConfigError`.
 */
export function readServiceSettings<S extends Service>(
  service: S,
  given: (name: string) => Given,
  titleOf = (name: string) => serviceSettingOf(service, name).env,
): ServiceSettings[S] {
  const fail = (message: string): never => {
    throw new ConfigError(message)
  }
  const reader: GivenSettings<string> = {
    text: (name) => given(name)?.text,
    url: (name, protocols) => urlOf(given(name), protocols),
    count: (name) => countOf(given(name)),
    isOn: (name) => optionOf(given(name), ['off', 'on'], 'off') === 'on',
    publicKey: (name) => publicKeyOf(given(name)),
    app() {
      const [clientId, clientSecret] = [given('client_id')?.text, given('client_secret')?.text]
      if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret }
      if (clientId === clientSecret) return undefined
      return fail(configMessages.incompleteApp({ first: titleOf('client_id'), second: titleOf('client_secret') }))
    },
    variable: titleOf,
    fail,
  }
  return allServiceSettings[service].read(reader) as ServiceSettings[S]
}

async function readSettingsFile(path: string): Promise<Record<string, unknown>> {
  if (!fs.existsSync(path)) return {}
  const { parse } = await import('smol-toml')
  let file: Record<string, unknown>
  try {
    file = parse(fs.readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(
      configMessages.unreadableFile({ file: fileName, reason: String((error as Error).message).split('\n')[0] ?? '' }),
    )
  }
  const known = new Set<string>(allSettings.map((setting) => setting.file))
  const unknownKey = Object.keys(file).find((key) => !known.has(key))
  if (unknownKey !== undefined) {
    throw new ConfigError(configMessages.unknownKey({ file: fileName, key: unknownKey, known: [...known].join(', ') }))
  }
  return file
}

/** The variable that the example calls read the API key from. It is not a setting, but often set in the same shell. */
const variableOfCallers = 'SHOWCALLER_KEY'

/** Rejects unknown variables, so that a misspelt one is not silently ignored. */
function checkVariable(variable: string): void {
  if (!variable.startsWith('SHOWCALLER_') || variable.startsWith('SHOWCALLER_TEST_')) return
  if (variable === variableOfCallers) return
  const known = allSettings.map((setting) => setting.env)
  if (!known.includes(variable)) {
    throw new ConfigError(configMessages.unknownVariable({ variable, known: known.join(', ') }))
  }
}

function portOf(given: Given): number {
  if (given === undefined) return 4400
  const port = Number(given.text)
  if (!/^\d+$/.test(given.text) || port > 65_535) {
    throw new ConfigError(configMessages.port({ setting: given.from, value: given.text }))
  }
  return port
}

function doorOf(given: Given): { host: string; port: number } | undefined {
  if (given === undefined) return undefined
  const [, host = '127.0.0.1', port] = /^(?:(\[[\da-f:.]+\]|[^\s:]+):)?(\d{1,5})$/i.exec(given.text) ?? []
  if (port === undefined || Number(port) > 65_535) {
    throw new ConfigError(configMessages.portOrAddress({ setting: given.from, value: given.text }))
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function countOf(given: Given): number | undefined {
  if (given === undefined) return undefined
  if (!/^[1-9]\d{0,9}$/.test(given.text)) {
    throw new ConfigError(configMessages.positiveInteger({ setting: given.from, value: given.text }))
  }
  return Number(given.text)
}

/** OpenTelemetry is loaded only with an endpoint. */
async function tracesOf(value: (setting: Setting) => Given): Promise<TraceSettings | undefined> {
  const endpoint = urlOf(value(traceSettings.endpoint))
  const tracesEndpoint = urlOf(value(traceSettings.tracesEndpoint))
  if (endpoint === undefined && tracesEndpoint === undefined) return undefined
  const { readTraceSettings } = await import('./metrics/trace-settings.ts')
  try {
    return readTraceSettings({ endpoint, tracesEndpoint }, (name) => value(traceSettings[name]))
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

async function speechOf(textOf: (setting: Setting) => string | undefined): Promise<SpeechServices | undefined> {
  try {
    return await readSpeechSettings(textOf)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function megabytesOf(given: Given): number | undefined {
  if (given === undefined) return undefined
  const megabytes = Number(given.text)
  if (!/^\d{1,7}$/.test(given.text) || megabytes < 1) {
    throw new ConfigError(configMessages.megabytes({ setting: given.from, value: given.text }))
  }
  return megabytes * 1024 * 1024
}

function channelsOf(given: Given): number {
  const count = countOf(given) ?? defaultMaxChannels
  if (count <= maxListedChannels) return count
  throw new ConfigError(configMessages.atMost({ setting: given?.from ?? '', max: maxListedChannels, value: count }))
}

function optionOf<const W extends readonly string[]>(given: Given, values: W, fallback: W[number]): W[number] {
  if (given === undefined) return fallback
  if (values.includes(given.text)) return given.text
  throw new ConfigError(configMessages.oneOf({ setting: given.from, values: values.join(', '), value: given.text }))
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** In the form in which browsers send them: lower case, other alphabets as `xn--…`. */
function hostsOf(given: Given): string[] {
  if (given === undefined) return []
  return entriesOf(given.text).map((entry) => {
    const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : undefined
    const isName = url !== undefined && url.href === `http://${url.hostname}/` && !/[*:/]/.test(entry)
    if (!isName) throw new ConfigError(configMessages.hostName({ setting: given.from, value: entry }))
    return url.hostname
  })
}

/** Each is an address, a network or a host name. */
function destinationsOf(given: Given): string[] {
  if (given === undefined) return []
  return entriesOf(given.text).flatMap((entry) => {
    return addressFault(entry) === undefined ? [entry] : hostsOf({ ...given, text: entry })
  })
}

function addressesOf(given: Given): string[] {
  if (given === undefined) return []
  const entries = entriesOf(given.text)
  for (const entry of entries) {
    const fault = addressFault(entry)
    if (fault !== undefined) throw new ConfigError(configMessages.invalid({ setting: given.from, reason: fault }))
  }
  return entries
}

function urlOf(given: Given, protocols: readonly string[] = ['http', 'https']): string | undefined {
  if (given === undefined) return undefined
  const url = URL.canParse(given.text) ? new URL(given.text) : undefined
  if (url === undefined || !protocols.includes(url.protocol.slice(0, -1))) {
    const beginnings = protocols.map((protocol) => `${protocol}://`).join(' or ')
    throw new ConfigError(configMessages.url({ setting: given.from, beginnings, value: given.text }))
  }
  return url.href.replace(/\/$/, '')
}

/** The error does not quote the value, because it contains a password. */
function databaseUrlOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  if (!/^postgres(ql)?:\/\/./.test(given.text)) {
    throw new ConfigError(configMessages.databaseUrl({ setting: given.from }))
  }
  return given.text
}

function secretOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  if (given.text.length < 32) throw new ConfigError(configMessages.secret({ setting: given.from }))
  return given.text
}

export const minPassphraseLength = 12

/** The error does not quote the value. A file suits secrets that a container mounts. */
function passphraseOf(given: Given, file: Given, folder: string): string | undefined {
  if (given !== undefined && file !== undefined) {
    throw new ConfigError(configMessages.oneOfTwo({ first: given.from, second: file.from }))
  }
  const from = given ?? file
  if (from === undefined) return undefined
  const text = given?.text ?? readPassphrase(resolve(folder, from.text), from.from)
  if (text.length < minPassphraseLength) {
    throw new ConfigError(configMessages.passphrase({ setting: from.from, min: minPassphraseLength }))
  }
  return text
}

/** The first line. */
function readPassphrase(path: string, setting: string): string {
  try {
    return fs.readFileSync(path, 'utf8').split(/\r?\n/, 1)[0] ?? ''
  } catch {
    throw new ConfigError(configMessages.unreadablePassphrase({ setting, path }))
  }
}

/** One line with escaped line breaks (\n), as in an environment variable, or several lines. */
function publicKeyOf(given: Given): string | undefined {
  if (given === undefined) return undefined
  const pem = given.text.replaceAll('\\n', '\n')
  try {
    createPublicKey(pem)
  } catch {
    throw new ConfigError(configMessages.publicKey({ setting: given.from }))
  }
  return pem
}
