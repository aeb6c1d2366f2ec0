import type { Channel } from '../../kernel/operation/channel.ts'
import type { AudienceFigures as ConnectorFigures, LeaderboardPeriod } from '../../platforms/audience-figures.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformAction } from '../../platforms/messages.ts'
import type { PlatformAccount } from '../../platforms/platform.ts'
import { inTime, type Platforms, unsupported } from '../../platforms/platforms.ts'

export type AudienceFiguresService = ReturnType<typeof createAudienceFigures>

/** Reads what the platforms themselves have counted. */
export function createAudienceFigures({ platforms }: { platforms: Platforms }) {
  async function reading<N extends keyof ConnectorFigures<PlatformAccount>>(
    channel: Channel,
    platform: Platform,
    name: N,
    action: PlatformAction,
  ) {
    const connection = await platforms.get(channel.id, platform)
    const read = connection.connector.figures?.[name]
    if (read === undefined) throw unsupported(platform, action)
    return { connection, read: read as NonNullable<ConnectorFigures<PlatformAccount>[N]> }
  }

  return {
    async countSubscribers(channel: Channel, platform: Platform): Promise<number> {
      const { connection, read } = await reading(channel, platform, 'countSubscribers', 'countSubscribers')
      return inTime(connection, (signal) => read(connection.account, signal))
    },

    async listBitsLeaders(
      channel: Channel,
      platform: Platform,
      wanted: { readonly period: LeaderboardPeriod; readonly limit: number },
    ) {
      const { connection, read } = await reading(channel, platform, 'listBitsLeaders', 'readBitsLeaders')
      return inTime(connection, (signal) => read(connection.account, wanted, signal))
    },
  }
}
