import type { Caller } from '../../caller.ts'
import type { StepGroup } from '../../contract/steps/define-step.ts'
import type { StepInput, StepTypeIn } from '../../contract/steps.ts'
import type { Database } from '../../storage/database.ts'
import type { AiParts } from '../ai/open-ai.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { EventAlerts } from '../alerts/event-alerts.ts'
import type { Chat } from '../chat/chat.ts'
import type { PinnedMessages } from '../chat/pinned-messages.ts'
import type { Clips } from '../clips/clips.ts'
import type { Discord } from '../discord/discord.ts'
import type { Effects } from '../effects/effects.ts'
import type { Events } from '../events/events.ts'
import type { Moderation } from '../moderation/moderation.ts'
import type { MusicControl } from '../music/music-control.ts'
import type { SkipVotes } from '../music/skip-votes.ts'
import type { SongRequests } from '../music/song-requests.ts'
import type { Obs } from '../obs/obs.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import type { Points } from '../points/points.ts'
import type { Polls } from '../polls/polls.ts'
import type { RewardLinks } from '../rewards/reward-links.ts'
import type { Rewards } from '../rewards/rewards.ts'
import type { Rounds } from '../rounds/rounds.ts'
import type { Settings } from '../settings/settings.ts'
import type { ShowRuns } from '../shows/show-runs.ts'
import type { Shows } from '../shows/shows.ts'
import type { Speech } from '../speech/speech.ts'
import type { ChannelActions } from '../stream/channel-actions.ts'
import type { Games } from '../stream/games.ts'
import type { Stream } from '../stream/stream.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Values } from '../values/values.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Voice } from '../voice/voice.ts'
import type { WatchTime } from '../watch-time/watch-time.ts'
import type { Commands } from './commands.ts'
import type { AutomationReference, Run, StepContext, StepResult } from './run.ts'

/** The services that steps use. */
export interface StepServices {
  readonly db: Database
  readonly aiParts: Pick<AiParts, 'ai' | 'delivery' | 'recaps'>
  readonly alerts: Alerts
  readonly channelActions: ChannelActions
  readonly chat: Chat
  readonly clips: Clips
  readonly commands: Commands
  readonly discord: Discord
  readonly effects: Effects
  readonly eventAlerts: EventAlerts
  readonly events: Events
  readonly games: Games
  readonly moderation: Moderation
  readonly musicControl: MusicControl
  readonly outgoing: OutgoingCalls
  readonly pinnedMessages: PinnedMessages
  readonly obs: Obs
  readonly points: Points
  readonly polls: Polls
  readonly rewardLinks: RewardLinks
  readonly rewards: Rewards
  readonly rounds: Rounds
  readonly settings: Settings
  readonly showRuns: ShowRuns
  readonly shows: Shows
  readonly skipVotes: SkipVotes
  readonly songRequests: SongRequests
  readonly speech: Speech
  readonly stream: Stream
  readonly streamStates: StreamStates
  readonly values: Values
  readonly viewers: Viewers
  readonly voice: Voice
  readonly watchTime: WatchTime
  /** A random number from 0 up to 1. */
  chance(): number
  /** Starts an automation and does not wait for it. */
  startAutomation(
    caller: Caller,
    reference: AutomationReference,
    run: Pick<Run, 'user' | 'platform' | 'args' | 'data'>,
  ): Promise<{ readonly runId: number; readonly name: string }>
  /** Today's date in the channel. */
  today(timeZone: string): string
}

/** Performs a step whose fields are checked and whose variables are filled. */
export interface StepHandler<Input = never> {
  (input: Input, context: StepContext, services: StepServices): Promise<StepResult>
  /** Set where the handler limits its parts itself, so that one slow platform does not hide what the others did. */
  readonly limitsItsTime?: true
}

/** A handler for each step of a group. The compiler refuses a group with one missing. */
export type StepHandlersOf<G extends StepGroup> = {
  readonly [T in StepTypeIn<G>]: StepHandler<StepInput<T>>
}

export function limitingItsTime<Input>(handler: StepHandler<Input>): StepHandler<Input> {
  return Object.assign(handler, { limitsItsTime: true as const })
}
