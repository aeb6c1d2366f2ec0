import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformEvent } from '../../platforms/platform.ts'
import type { Speaker } from '../viewers/speakers.ts'
import type { Offence } from './auto-moderation.ts'

/** A chat message after it was stored: who said it, and which rule it violates. */
export interface ReceivedChat {
  readonly viewer: Speaker
  /** The automatic rule that the message violates, unless its author is exempt. */
  readonly offence: Offence | undefined
}

export interface ReceivedLine extends ReceivedChat {
  readonly channel: Channel
  readonly platform: Platform
  readonly event: Extract<PlatformEvent, { kind: 'chat' }>
}

export interface HandledReport {
  readonly channelId: number
  readonly platform: Platform
  readonly event: PlatformEvent
  /** Of a new chat message; undefined for one that was reported before. */
  readonly line: ReceivedChat | undefined
}
