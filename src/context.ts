import type { ConsoleOperation } from './api-description/describe-operations.ts'
import type { Activity } from './capabilities/activity/activity.ts'
import type { AiParts } from './capabilities/ai/open.ts'
import type { AlertContent } from './capabilities/alerts/alert-content.ts'
import type { Alerts } from './capabilities/alerts/alerts.ts'
import type { EventAlerts } from './capabilities/alerts/event-alerts.ts'
import type { AutomationParts } from './capabilities/automations/open.ts'
import type { Backups } from './capabilities/backups/backups.ts'
import type { ChangeLog } from './capabilities/change-log/change-log.ts'
import type { Channels } from './capabilities/channels/channels.ts'
import type { Announcements } from './capabilities/chat/announcements.ts'
import type { ChatBacklog } from './capabilities/chat/backlog.ts'
import type { Chat } from './capabilities/chat/chat.ts'
import type { PinnedMessages } from './capabilities/chat/pinned-messages.ts'
import type { Clips } from './capabilities/clips/clips.ts'
import type { Commands } from './capabilities/commands/commands.ts'
import type { CommandRunner } from './capabilities/commands/runner.ts'
import type { Connections } from './capabilities/connections/connections.ts'
import type { DeckCalls } from './capabilities/decks/deck-calls.ts'
import type { Decks } from './capabilities/decks/decks.ts'
import type { Discord } from './capabilities/discord/discord.ts'
import type { DonationSources } from './capabilities/donations/donation-sources.ts'
import type { Donations } from './capabilities/donations/donations.ts'
import type { EffectContent } from './capabilities/effects/effect-content.ts'
import type { Effects } from './capabilities/effects/effects.ts'
import type { Events } from './capabilities/events/events.ts'
import type { Extension } from './capabilities/extension/extension.ts'
import type { Dashboard } from './capabilities/home/dashboard.ts'
import type { FirstSteps } from './capabilities/home/first-steps.ts'
import type { Moments } from './capabilities/home/moments.ts'
import type { Places } from './capabilities/home/places.ts'
import type { KeyCall, KeyCallAnswer } from './capabilities/keys/key-call.ts'
import type { Keys } from './capabilities/keys/keys.ts'
import type { Quotas } from './capabilities/keys/quotas.ts'
import type { Usage } from './capabilities/keys/usage.ts'
import type { KickReach } from './capabilities/kick-reach/kick-reach.ts'
import type { ChatModes } from './capabilities/moderation/chat-modes.ts'
import type { ChatRooms } from './capabilities/moderation/chat-rooms.ts'
import type { ChatStanding } from './capabilities/moderation/chat-standing.ts'
import type { Moderation } from './capabilities/moderation/moderation.ts'
import type { ModerationLog } from './capabilities/moderation/moderation-log.ts'
import type { Music } from './capabilities/music/music.ts'
import type { MusicControl } from './capabilities/music/music-control.ts'
import type { SkipVotes } from './capabilities/music/skip-votes.ts'
import type { SongQueue } from './capabilities/music/song-queue.ts'
import type { SongRequests } from './capabilities/music/song-requests.ts'
import type { LocalObs } from './capabilities/obs/local-obs.ts'
import type { Obs } from './capabilities/obs/obs.ts'
import type { HeaderSecrets } from './capabilities/outgoing/header-secrets.ts'
import type { OverlayQueue } from './capabilities/overlay/overlay-queue.ts'
import type { Overlays } from './capabilities/overlay/overlays.ts'
import type { People } from './capabilities/people/people.ts'
import type { PlayerLinks } from './capabilities/player/player-links.ts'
import type { PlayerPages } from './capabilities/player/player-pages.ts'
import type { Points } from './capabilities/points/points.ts'
import type { Polls } from './capabilities/polls/polls.ts'
import type { PrivacyParts } from './capabilities/privacy/open.ts'
import type { RewardLinks } from './capabilities/rewards/reward-links.ts'
import type { Rewards } from './capabilities/rewards/rewards.ts'
import type { RoundClock } from './capabilities/rounds/round-clock.ts'
import type { RoundRecords } from './capabilities/rounds/round-records.ts'
import type { Rounds } from './capabilities/rounds/rounds.ts'
import type { ServiceSetups } from './capabilities/service-setups/service-setups.ts'
import type { Settings } from './capabilities/settings/settings.ts'
import type { ShowRuns } from './capabilities/shows/show-runs.ts'
import type { ShowViews } from './capabilities/shows/show-view.ts'
import type { Shows } from './capabilities/shows/shows.ts'
import type { Sessions } from './capabilities/sign-in/sessions.ts'
import type { SignInMethods } from './capabilities/sign-in/sign-in-methods.ts'
import type { Speech } from './capabilities/speech/speech.ts'
import type { RunSteps } from './capabilities/steps/step-runner.ts'
import type { AudienceFiguresService } from './capabilities/stream/audience-figures.ts'
import type { ChannelActions } from './capabilities/stream/channel-actions.ts'
import type { Games } from './capabilities/stream/games.ts'
import type { Stream } from './capabilities/stream/stream.ts'
import type { StreamReports } from './capabilities/stream-reports/stream-reports.ts'
import type { Subscribers } from './capabilities/subscribers/subscribers.ts'
import type { Media } from './capabilities/uploads/media.ts'
import type { References } from './capabilities/uploads/references.ts'
import type { Uploads } from './capabilities/uploads/uploads.ts'
import type { Values } from './capabilities/values/values.ts'
import type { Browse } from './capabilities/viewers/browse.ts'
import type { LinkedAccounts } from './capabilities/viewers/linked-accounts.ts'
import type { Viewers } from './capabilities/viewers/viewers.ts'
import type { Voice } from './capabilities/voice/voice.ts'
import type { Voicemod } from './capabilities/voice/voicemod.ts'
import type { Vts } from './capabilities/vts/vts.ts'
import type { WatchTime } from './capabilities/watch-time/watch-time.ts'
import type { SendDelivery } from './capabilities/webhooks/send-delivery.ts'
import type { Webhooks } from './capabilities/webhooks/webhooks.ts'
import type { Widgets } from './capabilities/widgets/widgets.ts'
import type { Platforms } from './platforms/platforms.ts'
import type { PlatformOverview } from './platforms/services/overview.ts'
import type { Connecting } from './platforms/sign-in/connecting.ts'
import type { SigningIn } from './platforms/sign-in/signing-in.ts'
import type {} from './registry/topics.ts'

declare module './kernel/operation/context.ts' {
  /** What the capabilities give to the handlers of operations. Created in `app.ts`. */
  interface Context {
    readonly activity: Activity
    readonly aiParts: AiParts
    readonly automationParts: AutomationParts
    readonly alertContent: AlertContent
    readonly alerts: Alerts
    readonly eventAlerts: EventAlerts
    readonly announcements: Announcements
    readonly audienceFigures: AudienceFiguresService
    readonly backups: Backups
    readonly browse: Browse
    readonly changeLog: ChangeLog
    readonly channelActions: ChannelActions
    readonly chatModes: ChatModes
    readonly channels: Channels
    readonly chat: Chat
    readonly chatBacklog: ChatBacklog
    readonly chatRooms: ChatRooms
    readonly chatStanding: ChatStanding
    readonly clips: Clips
    readonly commandRunner: CommandRunner
    readonly commands: Commands
    readonly connecting: Connecting
    readonly connections: Connections
    readonly dashboard: Dashboard
    readonly deckCalls: DeckCalls
    readonly decks: Decks
    readonly discord: Discord
    readonly donationSources: DonationSources
    readonly donations: Donations
    readonly effectContent: EffectContent
    readonly effects: Effects
    readonly events: Events
    readonly extension: Extension
    /** Where TikFinity runs on the machine of this server. */
    readonly findTikFinity: () => Promise<string | undefined>
    readonly firstSteps: FirstSteps
    readonly games: Games
    readonly headerSecrets: HeaderSecrets
    readonly keys: Keys
    readonly kickReach: KickReach
    readonly linkedAccounts: LinkedAccounts
    readonly localObs: LocalObs
    readonly media: Media
    readonly moderation: Moderation
    readonly moderationLog: ModerationLog
    readonly moments: Moments
    readonly music: Music
    readonly musicControl: MusicControl
    readonly obs: Obs
    readonly overlayQueue: OverlayQueue
    readonly overlays: Overlays
    readonly people: People
    readonly pinnedMessages: PinnedMessages
    readonly places: Places
    readonly platformOverview: PlatformOverview
    readonly platforms: Platforms
    readonly playerLinks: PlayerLinks
    readonly playerPages: PlayerPages
    readonly points: Points
    readonly polls: Polls
    readonly privacy: PrivacyParts['privacy']
    readonly quotas: Quotas
    readonly references: References
    readonly rewardLinks: RewardLinks
    readonly rewards: Rewards
    readonly runSteps: RunSteps
    readonly roundClock: RoundClock
    readonly roundRecords: RoundRecords
    readonly rounds: Rounds
    readonly serviceSetups: ServiceSetups
    readonly sessions: Sessions
    readonly settings: Settings
    readonly showRuns: ShowRuns
    readonly showViews: ShowViews
    readonly shows: Shows
    readonly signInMethods: SignInMethods
    readonly signingIn: SigningIn
    readonly skipVotes: SkipVotes
    readonly songQueue: SongQueue
    readonly songRequests: SongRequests
    readonly speech: Speech
    readonly stream: Stream
    readonly streamReports: StreamReports
    readonly subscribers: Subscribers
    readonly uploads: Uploads
    readonly usage: Usage
    readonly values: Values
    readonly viewers: Viewers
    readonly voice: Voice
    readonly voicemod: Voicemod
    readonly vts: Vts
    readonly watchTime: WatchTime
    readonly webhooks: Webhooks
    readonly widgets: Widgets

    /** The address of this server for people. */
    baseUrl(): string
    /** The operations of the API, as shown in the console. */
    listOperations(): readonly ConsoleOperation[]
    /** Sends an event of the type webhook.test. */
    sendWebhookTest: SendDelivery['sendTest']
    /** Calls an operation as a client with this key. */
    callAsKey(call: KeyCall): Promise<KeyCallAnswer>
  }
}
