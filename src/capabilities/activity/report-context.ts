import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Offence } from '../moderation/auto-moderation.ts'

/** What was read for a report before its transaction. */
export interface ReportContext {
  readonly settings: ChannelSettings
  readonly offence?: Offence | undefined
}

/** What recipients of gifts got has the cause of the gifts, so that lists show it as one row. */
export function causeOf(channel: Channel, platform: Platform, event: PlatformEvent) {
  const giftId = event.kind === 'subscription' ? event.giftId : undefined
  return { channel, actor: `platform:${platform}`, requestId: giftId ?? event.id }
}

/** Ids are unique per kind only: a follow and a ban may have the same id. */
export function externalIdOf(event: PlatformEvent): string {
  return `${event.kind}:${event.id}`
}
