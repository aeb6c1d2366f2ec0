import { type Platform, platforms } from '../../platforms/contract/platforms.ts'

/** An event in the words of Streamer.bot. */
export interface StreamerbotName {
  readonly source: string
  readonly type: string
}

/** The data of an event in our words; every field that a name depends on is in the published schema of its type. */
export type StreamerbotData = Readonly<Record<string, unknown>>

type Choose = string | ((data: StreamerbotData) => string | undefined)

/** The same thing on each platform. */
type OnPlatforms = Readonly<Partial<Record<Platform, Choose>>>

type Name = { readonly on: OnPlatforms } | { readonly source: string; readonly type: Choose }

/** Events of a platform that Streamer.bot does not know, such as TikTok, have only our own names. */
const platformSources: Readonly<Partial<Record<Platform, string>>> = {
  kick: 'Kick',
  twitch: 'Twitch',
  youtube: 'YouTube',
}

const subscription = (first: string, again: string) => (data: StreamerbotData) =>
  data.type === 'sub_renew' ? again : first

/** From our types to the events that Streamer.bot has for the same. */
export const streamerbotNames: Readonly<Record<string, Name>> = {
  'chat.message': { on: { kick: 'ChatMessage', twitch: 'ChatMessage', youtube: 'Message' } },
  'chat.message-deleted': { on: { twitch: 'ChatMessageDeleted', youtube: 'MessageDeleted' } },
  'chat.cleared': { on: { twitch: 'ChatCleared' } },
  'chat.first-message': { on: { kick: 'FirstWords', twitch: 'FirstWord', youtube: 'FirstWords' } },
  'chat.announcement': { on: { twitch: 'Announcement' } },
  'channel.follow': { on: { kick: 'Follow', twitch: 'Follow', youtube: 'NewSubscriber' } },
  'channel.subscription': {
    on: {
      kick: subscription('Subscription', 'Resubscription'),
      twitch: subscription('Sub', 'ReSub'),
      youtube: subscription('NewSponsor', 'MemberMileStone'),
    },
  },
  'subscription.received': { on: { kick: 'GiftSubscription', twitch: 'GiftSub', youtube: 'GiftMembershipReceived' } },
  'subscription.shared': { on: { twitch: 'ReSub' } },
  'subscription.gifts': { on: { kick: 'MassGiftSubscription', twitch: 'GiftBomb', youtube: 'MembershipGift' } },
  'channel.bits': { on: { twitch: 'Cheer', youtube: 'SuperChat' } },
  'channel.raid': { on: { twitch: 'Raid' } },
  'channel.watch-streak': { on: { twitch: 'WatchStreak' } },
  'channel.ban': { on: { kick: 'UserBanned', twitch: 'UserBanned', youtube: 'UserBanned' } },
  'channel.timeout': { on: { kick: 'UserTimedOut', twitch: 'UserTimedOut' } },
  'channel.unban': { on: { twitch: 'UserUnbanned' } },
  'raid.sent': { on: { twitch: 'RaidSend' } },
  'shoutout.given': { on: { twitch: 'ShoutoutCreated' } },
  'shoutout.received': { on: { twitch: 'ShoutoutReceived' } },
  'vip.added': { on: { twitch: 'VipAdded' } },
  'vip.removed': { on: { twitch: 'VipRemoved' } },
  'moderator.added': { on: { twitch: 'ModeratorAdded' } },
  'moderator.removed': { on: { twitch: 'ModeratorRemoved' } },
  'redemption.added': { on: { twitch: 'RewardRedemption' } },
  'redemption.updated': { on: { twitch: 'RewardRedemptionUpdated' } },
  'poll.begun': { on: { twitch: 'PollCreated', youtube: 'PollStarted' } },
  'poll.progress': { on: { twitch: 'PollUpdated', youtube: 'PollUpdated' } },
  'poll.ended': { on: { twitch: 'PollCompleted', youtube: 'PollClosed' } },
  'prediction.begun': { on: { twitch: 'PredictionCreated' } },
  'prediction.progress': { on: { twitch: 'PredictionUpdated' } },
  'prediction.locked': { on: { twitch: 'PredictionLocked' } },
  'prediction.ended': {
    on: { twitch: ({ winner }) => (winner === null ? 'PredictionCanceled' : 'PredictionCompleted') },
  },
  'hype-train.begin': { on: { twitch: 'HypeTrainStart' } },
  'hype-train.progress': { on: { twitch: 'HypeTrainUpdate' } },
  'hype-train.level': { on: { twitch: 'HypeTrainLevelUp' } },
  'hype-train.end': { on: { twitch: 'HypeTrainEnd' } },
  'ad.soon': { on: { twitch: 'UpcomingAd' } },
  'ad.started': { on: { twitch: 'AdRun' } },
  'stream.online': { on: { kick: 'StreamOnline', twitch: 'StreamOnline', youtube: 'BroadcastStarted' } },
  'stream.offline': { on: { kick: 'StreamOffline', twitch: 'StreamOffline', youtube: 'BroadcastEnded' } },
  'stream.title-changed': { on: { kick: 'ChannelUpdate', twitch: 'StreamUpdate', youtube: 'BroadcastUpdated' } },
  'stream.category-changed': { on: { kick: 'ChannelUpdate', twitch: 'StreamUpdate', youtube: 'BroadcastUpdated' } },
  'command.ran': { source: 'Command', type: 'Triggered' },
  'automation.ran': { source: 'Raw', type: 'Action' },
  'automation.finished': { source: 'Raw', type: 'ActionCompleted' },
  'value.changed': { source: 'Misc', type: 'GlobalVariableUpdated' },
  'value.defined': { source: 'Misc', type: 'GlobalVariableCreated' },
  'value.deleted': { source: 'Misc', type: 'GlobalVariableDeleted' },
  'obs.connected': { source: 'Obs', type: 'Connected' },
  'obs.disconnected': { source: 'Obs', type: 'Disconnected' },
  'obs.scene-changed': { source: 'Obs', type: 'SceneChanged' },
  'obs.streaming-started': { source: 'Obs', type: 'StreamingStarted' },
  'obs.streaming-stopped': { source: 'Obs', type: 'StreamingStopped' },
  'obs.recording-started': { source: 'Obs', type: 'RecordingStarted' },
  'obs.recording-stopped': { source: 'Obs', type: 'RecordingStopped' },
}

/** Undefined for what Streamer.bot has no event for. */
export function streamerbotNameOf(
  type: string,
  platform: Platform | null,
  data: StreamerbotData,
): StreamerbotName | undefined {
  const name = streamerbotNames[type]
  if (name === undefined) return undefined
  if ('source' in name) return found(name.source, name.type, data)
  const source = platform === null ? undefined : platformSources[platform]
  return platform === null || source === undefined ? undefined : found(source, name.on[platform], data)
}

function found(source: string, choose: Choose | undefined, data: StreamerbotData): StreamerbotName | undefined {
  const type = typeof choose === 'function' ? choose(data) : choose
  return type === undefined ? undefined : { source, type }
}

/** Data that makes each choice above choose differently. */
const samples: readonly StreamerbotData[] = [
  { type: 'sub_new', winner: 'a' },
  { type: 'sub_renew', winner: null },
]

/** Every event of Streamer.bot that can come, by source, as GetEvents answers. */
export function listStreamerbotNames(): Record<string, string[]> {
  const bySource = new Map<string, Set<string>>()
  for (const type of Object.keys(streamerbotNames)) {
    for (const platform of [...platforms, null]) {
      for (const sample of samples) {
        const name = streamerbotNameOf(type, platform, sample)
        if (name === undefined) continue
        bySource.set(name.source, (bySource.get(name.source) ?? new Set()).add(name.type))
      }
    }
  }
  return Object.fromEntries([...bySource].map(([source, types]) => [source, [...types].sort()]))
}
