import { createDiscord } from '../capabilities/discord/discord.ts'
import type { OpenDiscordFeatures } from '../capabilities/discord/discord-features.ts'
import { createDiscordLinks } from '../capabilities/discord/links.ts'
import { credentialsKey } from '../capabilities/service-setups/service-setups.ts'
import { setupVariable } from '../definitions/define-service-setup.ts'
import { loadOnce } from '../kernel/load-once.ts'
import { type DiscordSettings, discordSettingsIn } from '../platforms/discord/settings.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

export type DiscordParts = ReturnType<typeof openDiscord>

/** The Discord bot of each channel: its settings of the environment and of the panel, and the connections. */
export function openDiscord(
  needs: NodeParts & ChannelParts & PlatformParts & { openDiscordFeatures: OpenDiscordFeatures },
) {
  const { config, overrides, clock, ids, log, bus, cluster, onClose, channels, settings, credentials } = needs
  const { db, platforms } = needs

  function given(field: string): string | undefined {
    return config.given?.[setupVariable('discord', field)]?.text
  }

  function readBot(channelId: number, isFirst: boolean): DiscordSettings | undefined {
    const stored = credentials.of(credentialsKey('discord', channelId)) ?? {}
    const own = isFirst ? { token: given('token'), guild: given('guild') } : {}
    const values = { token: own.token ?? stored.token, guild: own.guild ?? stored.guild }
    try {
      return discordSettingsIn(values, config.discordApi)
    } catch (error) {
      log.warn('the stored settings of Discord cannot be used', { channelId, error })
      return undefined
    }
  }

  /** The environment names one bot, that of the first channel. Without it nothing is asked about other channels. */
  async function botOf(channelId: number): Promise<DiscordSettings | undefined> {
    const isNamed = given('token') !== undefined || given('guild') !== undefined
    return readBot(channelId, isNamed && (await channels.list())[0]?.id === channelId)
  }

  async function listBots(): Promise<ReadonlyMap<number, DiscordSettings>> {
    const found = (await channels.list()).flatMap(({ id }, index) => {
      const bot = readBot(id, index === 0)
      return bot === undefined ? [] : [[id, bot] as const]
    })
    return new Map(found)
  }

  const discord = createDiscord({
    clock,
    ids,
    log,
    bus,
    nodeId: cluster?.nodeId,
    settings,
    timings: overrides.discordTimings ?? {},
    timeLimit: overrides.timeLimit,
    botOf,
    listBots,
    isOnSandbox: (channel) => platforms.isWhollyOnSandbox(channel),
    openSandboxServer: loadOnce(async () => {
      const { createSandboxDiscordServer } = await import('../capabilities/discord/sandbox-server.ts')
      return createSandboxDiscordServer({ db, clock })
    }),
    openFeatures: needs.openDiscordFeatures,
  })
  onClose(() => discord.close())
  credentials.onChange(async (name) => {
    if (name.startsWith('discord:')) await discord.refresh()
  })
  return { discord, discordLinks: createDiscordLinks({ db, clock, events: needs.events }) }
}
