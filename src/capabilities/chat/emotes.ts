import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { EmoteService } from '../../platforms/contract/chat-parts.ts'
import { createThirdPartyEmotes } from '../../platforms/emotes/third-party-emotes.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import { sandboxName } from '../../platforms/sandbox/connector.ts'
import type { Settings } from '../settings/settings.ts'

/** The emotes of other services, as far as the settings of a channel allow it. */
export function openEmotes(needs: {
  clock: Clock
  log: Log
  bus: Bus
  settings: Settings
  platforms: Platforms
  urls?: Partial<Record<EmoteService, string>> | undefined
}) {
  const { settings, platforms } = needs
  return createThirdPartyEmotes({
    ...needs,

    async wanted(channelId) {
      const { seventv, bttv, ffz } = (await settings.of(channelId)).emotes
      const isOn: Readonly<Record<EmoteService, boolean>> = { '7tv': seventv, bttv, ffz }
      return (Object.keys(isOn) as EmoteService[]).filter((service) => isOn[service])
    },

    async accountOf(channelId, platform) {
      const connection = await platforms.find(channelId, platform)
      // The ids of the sandbox belong to somebody else, or to nobody, outside of it.
      return connection === undefined || connection.connector.name === sandboxName
        ? undefined
        : connection.account.accountId
    },
  })
}
