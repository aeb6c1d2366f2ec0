import type { ChannelCapabilities } from '../channel-capabilities.ts'
import type { PlatformAccount, PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services.ts'
import type { HelixChannel } from './channel-actions.external.ts'

const maxCommercialSeconds = 180

/** Raids, shoutouts, announcements, ad breaks and the pinned message, with the broadcaster's account. */
export function twitchChannelActions(channel: HelixChannel): ChannelCapabilities<PlatformAccount, PlatformUser> {
  return {
    raids: { start: (account, target, signal) => channel.raid(ownerOf(account), account.accountId, target.id, signal) },
    shoutouts: {
      give: (account, target, signal) => channel.shoutOut(ownerOf(account), account.accountId, target.id, signal),
    },
    announcements: {
      send: (account, text, signal) => channel.announce(ownerOf(account), account.accountId, text, signal),
    },
    commercials: {
      maxSeconds: maxCommercialSeconds,
      start: (account, seconds, signal) =>
        channel.startCommercial(ownerOf(account), account.accountId, seconds, signal),
      findNext: (account, signal) => channel.findNextAd(ownerOf(account), account.accountId, signal),
    },
    pins: { find: (account, signal) => channel.findPin(ownerOf(account), account.accountId, signal) },
  }
}

function ownerOf({ channelId }: PlatformAccount): AccountOwner {
  return { channelId, service: 'twitch', role: 'broadcaster' }
}
