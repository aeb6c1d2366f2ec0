import { join, resolve } from 'node:path'
import { socketProviders } from '../../capabilities/donations/contract/donation-providers.ts'
import type { DonationServers } from '../../capabilities/donations/donation-sockets.ts'
import type { TunnelSettings } from '../../capabilities/kick-reach/tunnel-settings.ts'
import { minCodeLength } from '../../capabilities/set-up/set-up-code.ts'
import type { SpeechServices } from '../../capabilities/speech/open-engines.ts'
import { readSpeechSettings, speechSettings } from '../../capabilities/speech/speech-settings.ts'
import { type LogLevel, logLevels } from '../../kernel/log.ts'
import type { TraceSettings } from '../../kernel/metrics/trace-settings.ts'
import { fs } from '../../kernel/node.ts'
import { findMeant } from '../../kernel/schema/misspelling.ts'
import { backupsFolderName } from '../../kernel/storage/backups.ts'
import type { Text } from '../../kernel/text/message.ts'
import { allServiceSettings, type ServiceSettings } from '../../platforms/services/all-service-settings.ts'
import type { GivenSettings, GivenValues } from '../../platforms/services/service-settings.ts'
import { type Service, services } from '../../platforms/services/services.ts'
import { type Naming, namings } from '../../registry/names.ts'
import { configMessages } from './config-messages.ts'
import {
  aiSettings,
  type ConfigSetting,
  donationUrlOf,
  fileOf,
  isSecret,
  programSettings,
  serviceSettingOf,
  serviceSettings,
  settings,
  traceSettings,
  writableSettings,
} from './config-settings.ts'
import {
  addressesOf,
  ConfigError,
  commandOf,
  countOf,
  databaseUrlOf,
  destinationsOf,
  type Given,
  hostsOf,
  listenAddressOf,
  megabytesOf,
  optionOf,
  portOf,
  publicKeyOf,
  secretOf,
  tunnelUrlOf,
  urlOf,
} from './config-values.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** The code that the first sign-in in a browser needs; by default a new one with every start. */
  readonly setUpCode?: string | undefined
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
  /** Where to look for TikFinity, if it is not its own address on this machine. */
  readonly tikfinityUrl?: string
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
  const writtenIn = ({ env: variable, file: key }: ConfigSetting): Given => {
    const given = env[variable]
    if (given !== undefined && given !== '') return { text: given, from: variable }
    const inFile = file[key]
    if (inFile === undefined) return undefined
    // A command is a list of words, which may contain commas.
    const isCommand = key === settings.tunnelCommand.file
    const text = isCommand ? JSON.stringify(inFile) : Array.isArray(inFile) ? inFile.join(',') : String(inFile)
    return { text, from: `${key} in ${fileName}` }
  }
  const value = (setting: ConfigSetting): Given => {
    const given = writtenIn(setting)
    const secretFile = isSecret(setting) ? writtenIn(fileOf(setting)) : undefined
    if (secretFile === undefined) return given
    if (given === undefined) return { text: readSecret(secretFile, folder), from: secretFile.from }
    throw new ConfigError(configMessages.oneOfTwo.of({ first: given.from, second: secretFile.from }))
  }
  for (const variable of Object.keys(env)) checkVariable(variable)
  for (const setting of programSettings) if (setting.file.endsWith('_url')) requireProgramAddress(value(setting))
  urlOf(value({ env: 'SHOWCALLER_AI_URL', file: 'ai_url' }))
  const isJoined = value(settings.redisUrl) !== undefined
  if (isJoined && value(settings.databaseUrl) === undefined) {
    throw new ConfigError(configMessages.redisNeedsDatabase.of())
  }
  if (isJoined && value(settings.secret) === undefined) {
    throw new ConfigError(configMessages.redisNeedsSecret.of())
  }
  const dataFolder = resolve(folder, value(settings.dataFolder)?.text ?? './data')
  const backupsFolder = value(settings.backups)?.text
  return {
    host: value(settings.host)?.text ?? '127.0.0.1',
    port: portOf(value(settings.port)),
    dataFolder,
    setUpCode: setUpCodeOf(value(settings.setUpCode)),
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
    metrics: listenAddressOf(value(settings.metrics)),
    traces: await tracesOf(value),
    speech: await speechOf((setting) => value(setting)?.text),
    backups: {
      folder:
        backupsFolder === 'off' ? undefined : resolve(folder, backupsFolder ?? join(dataFolder, backupsFolderName)),
      passphrase: passphraseOf(value(settings.backupPassphrase)),
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
  value: (setting: ConfigSetting) => Given,
  env: Readonly<Record<string, string | undefined>>,
): TunnelSettings {
  const url = tunnelUrlOf(value(settings.tunnelUrl))
  const command = commandOf(value(settings.tunnelCommand))
  if (command !== undefined && url === undefined) {
    const [first, second] = [settings.tunnelUrl.env, settings.tunnelCommand.env]
    throw new ConfigError(configMessages.incompleteTunnel.of({ first, second }))
  }
  const own = new Set<string>(writableSettings.map((setting) => setting.env))
  const others = Object.entries(env).filter(([name]) => !own.has(name) && !/^(?:SHOWCALLER|NODE|OTEL)_/.test(name))
  const environment = Object.fromEntries(others.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
  return { url, command, tailscale: value(settings.tailscale)?.text, environment }
}

/** The settings of a service are used only if its app is configured. */
function servicesOf(value: (setting: ConfigSetting) => Given): ServiceSettings {
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
  const fail = (message: Text | string): never => {
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
      return fail(configMessages.incompleteApp.of({ first: titleOf('client_id'), second: titleOf('client_secret') }))
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
      configMessages.unreadableFile.of({
        file: fileName,
        reason: String((error as Error).message).split('\n')[0] ?? '',
      }),
    )
  }
  const known = writableSettings.map((setting) => setting.file)
  const key = Object.keys(file).find((one) => !known.includes(one))
  if (key === undefined) return file
  const meant = findMeant(key, known)
  if (meant === undefined) throw new ConfigError(configMessages.unknownKey.of({ file: fileName, key }))
  throw new ConfigError(configMessages.misspeltKey.of({ file: fileName, key, meant }))
}

/** The variable that the example calls read the API key from. It is not a setting, but often set in the same shell. */
const variableOfCallers = 'SHOWCALLER_KEY'

/** Rejects unknown variables, so that a misspelt one is not silently ignored. */
function checkVariable(variable: string): void {
  if (!variable.startsWith('SHOWCALLER_') || variable.startsWith('SHOWCALLER_TEST_')) return
  if (variable === variableOfCallers) return
  const known = writableSettings.map((setting) => setting.env)
  if (known.includes(variable)) return
  const meant = findMeant(variable, known)
  if (meant === undefined) throw new ConfigError(configMessages.unknownVariable.of({ variable }))
  throw new ConfigError(configMessages.misspeltVariable.of({ variable, meant }))
}

/** OpenTelemetry is loaded only with an endpoint. */
async function tracesOf(value: (setting: ConfigSetting) => Given): Promise<TraceSettings | undefined> {
  const endpoint = urlOf(value(traceSettings.endpoint))
  const tracesEndpoint = urlOf(value(traceSettings.tracesEndpoint))
  if (endpoint === undefined && tracesEndpoint === undefined) return undefined
  const { readTraceSettings } = await import('../../kernel/metrics/trace-settings.ts')
  try {
    return readTraceSettings({ endpoint, tracesEndpoint }, (name) => value(traceSettings[name]))
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

async function speechOf(textOf: (setting: ConfigSetting) => string | undefined): Promise<SpeechServices | undefined> {
  try {
    return await readSpeechSettings(textOf)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function channelsOf(given: Given): number {
  const count = countOf(given) ?? defaultMaxChannels
  if (count <= maxListedChannels) return count
  throw new ConfigError(configMessages.atMost.of({ setting: given?.from ?? '', max: maxListedChannels, value: count }))
}

/** The error does not quote the value. */
function setUpCodeOf(given: Given): string | undefined {
  if (given === undefined || given.text.replace(/[\s-]/g, '').length >= minCodeLength) return given?.text
  throw new ConfigError(configMessages.setUpCode.of({ setting: given.from, min: minCodeLength }))
}

export const minPassphraseLength = 12

/** The error does not quote the value. */
function passphraseOf(given: Given): string | undefined {
  if (given === undefined || given.text.length >= minPassphraseLength) return given?.text
  throw new ConfigError(configMessages.passphrase.of({ setting: given.from, min: minPassphraseLength }))
}

/** The first line of the file. */
function readSecret({ text, from }: NonNullable<Given>, folder: string): string {
  const path = resolve(folder, text)
  try {
    return fs.readFileSync(path, 'utf8').split(/\r?\n/, 1)[0] ?? ''
  } catch {
    throw new ConfigError(configMessages.unreadableSecret.of({ setting: from, path }))
  }
}
