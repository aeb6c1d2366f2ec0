import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ChannelCapabilities } from '../channel-capabilities.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformAccount, PlatformFeed, PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { HelixChannel } from './channel-actions.external.ts'

const maxCommercialSeconds = 180

/** Raids, shoutouts, announcements, ad breaks, markers and the pinned message, with the broadcaster's account. */
export function twitchChannelActions(needs: {
  readonly helixChannel: HelixChannel
  readonly feed: PlatformFeed
  readonly ids: Ids
}): ChannelCapabilities<PlatformAccount, PlatformUser> {
  const { helixChannel: channel, feed, ids } = needs

  /** Twitch does not report pins, so the connector does. If this fails, the minute's poll finds the pin. */
  async function reportPin(account: PlatformAccount, isPinned: boolean, signal: AbortSignal): Promise<void> {
    try {
      const pin = isPinned ? await channel.findPin(ownerOf(account), account.accountId, signal) : null
      await feed(account, { kind: 'pin', id: ids.next('pin'), pin })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  return {
    raids: {
      start: (account, target, signal) => channel.raid(ownerOf(account), account.accountId, target.id, signal),
      cancel: (account, signal) => channel.cancelRaid(ownerOf(account), account.accountId, signal),
    },
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
      snooze: (account, signal) => channel.snoozeAd(ownerOf(account), account.accountId, signal),
    },
    markers: {
      async create(account, text, signal) {
        const marker = await channel.createMarker(ownerOf(account), account.accountId, text, signal)
        if (marker !== undefined) return marker
        throw new Failure('stream_offline', { message: platformMessages.streamOffline.of({ service: 'Twitch' }) })
      },
    },
    pins: {
      find: (account, signal) => channel.findPin(ownerOf(account), account.accountId, signal),
      async pin(account, messageId, seconds, signal) {
        const owner = ownerOf(account)
        const wanted = { messageId, seconds }
        const first = await channel.pin(owner, account.accountId, wanted, signal)
        const outcome =
          first === 'pinned already' ? await channel.movePinEnd(owner, account.accountId, wanted, signal) : first
        if (outcome === 'not found') return false
        await reportPin(account, true, signal)
        return true
      },
      async unpin(account, messageId, signal) {
        const outcome = await channel.unpin(ownerOf(account), account.accountId, messageId, signal)
        if (outcome === 'not found') return false
        await reportPin(account, false, signal)
        return true
      },
    },
  }
}

function ownerOf({ channelId }: PlatformAccount): AccountOwner {
  return { channelId, service: 'twitch', role: 'broadcaster' }
}
