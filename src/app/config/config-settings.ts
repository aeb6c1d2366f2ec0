import { type SocketProvider, socketProviders } from '../../capabilities/donations/contract/donation-providers.ts'
import { channelSetupNames, setupOf } from '../../capabilities/service-setups/contract/service-setups.ts'
import { speechSettings } from '../../capabilities/speech/speech-settings.ts'
import { allServiceSettings } from '../../platforms/services/all-service-settings.ts'
import { type Service, services } from '../../platforms/services/services.ts'

/** A setting by its environment variable and by its key in the settings file. */
export type ConfigSetting = { readonly env: string; readonly file: string }

export const settings = {
  host: { env: 'HOST', file: 'host' },
  port: { env: 'PORT', file: 'port' },
  dataFolder: { env: 'SHOWCALLER_DATA', file: 'data' },
  setUpCode: { env: 'SHOWCALLER_SETUP_CODE', file: 'setup_code' },
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
  maxChannels: { env: 'SHOWCALLER_MAX_CHANNELS', file: 'max_channels' },
  newChannels: { env: 'SHOWCALLER_NEW_CHANNELS', file: 'new_channels' },
  discordApi: { env: 'SHOWCALLER_DISCORD_API', file: 'discord_api' },
  uploadMegabytes: { env: 'SHOWCALLER_UPLOAD_MB', file: 'upload_mb' },
} satisfies Record<string, ConfigSetting>

/** The standard variables of OpenTelemetry. Variables with `TRACES` override those for all signals. */
export const traceSettings = {
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
} satisfies Record<string, ConfigSetting>
export const serviceSettings: readonly ConfigSetting[] = services.flatMap((service) =>
  allServiceSettings[service].names.map((name) => serviceSettingOf(service, name)),
)
export const programSettings: readonly ConfigSetting[] = channelSetupNames.flatMap((program) =>
  setupOf(program).fields.map(({ name, variable }) => ({ env: variable, file: `${program}_${name}` })),
)
/** One provider for the AI bot of the first channel. */
export const aiSettings: readonly ConfigSetting[] = ['url', 'key', 'model'].map((name) => {
  return { env: `SHOWCALLER_AI_${name.toUpperCase()}`, file: `ai_${name}` }
})
export const allSettings: readonly ConfigSetting[] = [
  ...Object.values(settings),
  ...Object.values(traceSettings),
  ...serviceSettings,
  ...socketProviders.map(donationUrlOf),
  ...speechSettings,
  ...programSettings,
  ...aiSettings,
]

const secretName = /(?:SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY|CODE|HEADERS)$|^(?:DATABASE|REDIS)_URL$/

export function isSecret({ env }: ConfigSetting): boolean {
  return secretName.test(env)
}

/** The setting that names a file with the value of a secret, as containers mount it. */
export function fileOf({ env, file }: ConfigSetting): ConfigSetting {
  return { env: `${env}_FILE`, file: `${file}_file` }
}

export const secretFiles: readonly ConfigSetting[] = allSettings.filter(isSecret).map(fileOf)

/** All that somebody may write into the environment or the settings file. */
export const writableSettings: readonly ConfigSetting[] = [...allSettings, ...secretFiles]

export function donationUrlOf(provider: SocketProvider): ConfigSetting {
  return { env: `SHOWCALLER_${provider.toUpperCase()}_URL`, file: `${provider}_url` }
}

export function serviceSettingOf(service: Service, name: string): ConfigSetting {
  return { env: `SHOWCALLER_${service}_${name}`.toUpperCase(), file: `${service}_${name}` }
}
