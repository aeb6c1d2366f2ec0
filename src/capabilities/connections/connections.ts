import type { ConnectionStatus, ShownState } from '../../definitions/connection-state.ts'
import { noText, type Text } from '../../kernel/text/message.ts'
import type { PlatformOverview } from '../../platforms/services/overview.ts'
import { accountTitle } from '../../platforms/services/services.ts'
import { discordPermissions, discordPermissionTitles } from '../discord/contract/discord.ts'
import type { Discord } from '../discord/discord.ts'
import { providerOf } from '../donations/contract/donation-providers.ts'
import type { DonationSources } from '../donations/donation-sources.ts'
import type { Extension } from '../extension/extension.ts'
import type { Obs } from '../obs/obs.ts'
import { overlayWarnings } from '../obs/overlay-warnings.ts'
import type { Voicemod } from '../voice/voicemod.ts'
import type { Vts } from '../vts/vts.ts'
import { connectionMessages } from './messages.ts'

/** One connection to something outside of this server, as the panel shows it. */
export interface ConnectionView {
  readonly id: string
  readonly title: string | Text
  readonly state: ShownState
  readonly message: Text
  readonly until: number | null
  /** What the missing permissions allow. */
  readonly missing: readonly (string | Text)[]
}

export type Connections = ReturnType<typeof createConnections>

/**
 * Every connection of a channel that is set up: accounts, donation services, the clip extension, OBS, Voicemod, VTube
 * Studio, Discord and the port for clients of Streamer.bot.
 */
export function createConnections(needs: {
  platformOverview: PlatformOverview
  donationSources: DonationSources
  extension: Extension
  obs: Obs
  voicemod: Voicemod
  vts: Vts
  discord: Discord
  streamerbotStatusOf: (channelId: number) => ConnectionStatus | undefined
}) {
  const { platformOverview, donationSources, extension, obs, voicemod, vts, discord, streamerbotStatusOf } = needs

  async function accounts(channelId: number): Promise<ConnectionView[]> {
    const services = await platformOverview.list(channelId)
    return services.flatMap((one) =>
      one.accounts.flatMap(({ role, connection, missing }) => {
        if (connection === undefined) return []
        const { service } = one
        const title = accountTitle({ channelId, service, role })
        const { state, message, until } = connection
        return { id: `${service}/${role}`, title, state, message, until, missing: missing.map((it) => it.title) }
      }),
    )
  }

  async function donations(channelId: number): Promise<ConnectionView[]> {
    const sources = await donationSources.list(channelId)
    return sources.flatMap(({ provider, isConfigured, state, until, lastError }) => {
      if (!isConfigured) return []
      const { title } = providerOf(provider)
      const message = state === 'connected' ? noText : (lastError?.message ?? noText)
      return { id: `donations/${provider}`, title, state, message, until, missing: [] }
    })
  }

  async function browsers(channelId: number): Promise<ConnectionView[]> {
    const paired = await extension.pairings.list(channelId)
    if (paired.length === 0) return []
    const present = [...extension.presence(channelId).values()]
    const known = { id: 'extension', title: connectionMessages.extension.of(), until: null, missing: [] }
    if (present.length === 0) return [{ ...known, state: 'off', message: connectionMessages.noBrowser.of() }]
    if (!present.some(({ hasTab }) => hasTab))
      return [{ ...known, state: 'limited', message: connectionMessages.noTab.of() }]
    return [{ ...known, state: 'connected', message: noText }]
  }

  function studio(channelId: number): ConnectionView[] {
    const connection = obs.connectionOf(channelId)
    if (connection === undefined) return []
    const { state, message, until } = connection
    const problem = obs.snapshotOf(channelId)?.overlay?.problems[0]
    const known = { id: 'obs', title: 'OBS', until, missing: [] }
    if (state !== 'connected' || problem === undefined) return [{ ...known, state, message }]
    return [{ ...known, state: 'limited', message: overlayWarnings[problem].of() }]
  }

  function voiceChanger(channelId: number): ConnectionView[] {
    const connection = voicemod.connectionOf(channelId)
    if (connection === undefined) return []
    const { state, message, until } = connection
    return [{ id: 'voicemod', title: 'Voicemod', state, message, until, missing: [] }]
  }

  function avatar(channelId: number): ConnectionView[] {
    const connection = vts.connectionOf(channelId)
    if (connection === undefined) return []
    const { state, message, until } = connection
    return [{ id: 'vts', title: 'VTube Studio', state, message, until, missing: [] }]
  }

  function community(channelId: number): ConnectionView[] {
    const connection = discord.connectionOf(channelId)
    if (connection === undefined) return []
    const { state, message, until, missing } = connection
    const titles = discordPermissions
      .filter((name) => missing.includes(name))
      .map((name) => discordPermissionTitles[name].of())
    return [{ id: 'discord', title: 'Discord', state, message, until, missing: titles }]
  }

  function streamerbotClients(channelId: number): ConnectionView[] {
    const status = streamerbotStatusOf(channelId)
    if (status === undefined) return []
    return [{ ...status, id: 'streamerbot', title: connectionMessages.streamerbot.of(), missing: [] }]
  }

  return {
    async list(channelId: number): Promise<ConnectionView[]> {
      return (
        await Promise.all([
          accounts(channelId),
          donations(channelId),
          browsers(channelId),
          studio(channelId),
          voiceChanger(channelId),
          avatar(channelId),
          community(channelId),
          streamerbotClients(channelId),
        ])
      ).flat()
    },
  }
}
