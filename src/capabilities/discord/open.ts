import type { TimeLimit } from '../../kernel/ambient.ts'
import type { OnClose } from '../../kernel/closing.ts'
import { loadOnce } from '../../kernel/load-once.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { discordSettingsIn } from '../../platforms/discord/settings.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { createProgramSettings, type ProgramSettingsNeeds } from '../../platforms/programs/program-settings.ts'
import type { Events } from '../events/events.ts'
import { createDiscord, type DiscordNeeds } from './discord.ts'
import type { OpenDiscordFeatures } from './discord-features.ts'
import { createDiscordLinks } from './links.ts'
import { createDiscordWithdrawals } from './withdrawals.ts'

export type DiscordParts = ReturnType<typeof openDiscord>

/** The Discord bot of each channel, with its settings, and the linked accounts of viewers. */
export function openDiscord(
  needs: Pick<DiscordNeeds, 'clock' | 'ids' | 'log' | 'bus' | 'settings'> &
    ProgramSettingsNeeds & {
      readonly db: Database
      readonly config: { readonly discordApi?: string | undefined }
      readonly overrides: { readonly discordTimings?: DiscordNeeds['timings']; readonly timeLimit?: TimeLimit }
      readonly nodeId: string | undefined
      readonly onClose: OnClose
      readonly events: Events
      readonly platforms: Pick<Platforms, 'isWhollyOnSandbox'>
      readonly openDiscordFeatures: OpenDiscordFeatures
    },
) {
  const { config, overrides, db, clock, onClose, platforms, events } = needs
  const bots = createProgramSettings({
    ...needs,
    service: 'discord',
    fields: ['token', 'guild'],
    read: (values) => discordSettingsIn(values, config.discordApi),
  })
  const discord = createDiscord({
    ...needs,
    timings: overrides.discordTimings ?? {},
    timeLimit: overrides.timeLimit,
    botOf: bots.of,
    listBots: bots.list,
    isOnSandbox: (channel) => platforms.isWhollyOnSandbox(channel),
    openSandboxServer: loadOnce(async () => {
      const { createSandboxDiscordServer } = await import('./sandbox-server.ts')
      return createSandboxDiscordServer({ db, clock })
    }),
    openFeatures: needs.openDiscordFeatures,
  })
  onClose(() => discord.close())
  bots.onChange(() => discord.refresh())
  const discordWithdrawals = createDiscordWithdrawals({ db, clock })
  const discordLinks = createDiscordLinks({ db, clock, events, withdrawals: discordWithdrawals })
  return { discord, discordLinks, discordWithdrawals }
}
