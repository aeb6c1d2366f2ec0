import type { PlatformEvent } from './platform.ts'

/** Groups of the events that connectors report, for those that report a whole group. */

export const commonReports = [
  'chat',
  'follow',
  'subscription',
  'ban',
  'unban',
  'raid',
  'bits',
] as const satisfies readonly PlatformEvent['kind'][]

export const interactionReports = [
  'redemption',
  'reward',
  'poll',
  'prediction',
] as const satisfies readonly PlatformEvent['kind'][]

export const channelReports = [
  'stream',
  'raid-sent',
  'shoutout-given',
  'shoutout-received',
  'shared-chat',
  'announcement',
  'pin',
  'chat-rules',
  'ad-break',
  'ad-soon',
  'role',
  'warning',
  'warning-acknowledged',
  'unban-request',
  'unban-request-resolved',
] as const satisfies readonly PlatformEvent['kind'][]
