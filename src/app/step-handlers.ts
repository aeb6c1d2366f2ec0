import { type AiStepServices, aiStepHandlers } from '../capabilities/ai/steps.ts'
import { type AlertStepServices, alertStepHandlers } from '../capabilities/alerts/steps.ts'
import { type ChatStepServices, chatStepHandlers } from '../capabilities/chat/steps.ts'
import { type ClipStepServices, clipStepHandlers } from '../capabilities/clips/steps.ts'
import { type CommandStepServices, commandStepHandlers } from '../capabilities/commands/steps.ts'
import { type DiscordStepServices, discordStepHandlers } from '../capabilities/discord/steps.ts'
import { type EffectStepServices, effectStepHandlers } from '../capabilities/effects/steps.ts'
import { type ModerationStepServices, moderationStepHandlers } from '../capabilities/moderation/steps.ts'
import { type PlayerStepServices, playerStepHandlers } from '../capabilities/music/player-steps.ts'
import { type SongStepServices, songStepHandlers } from '../capabilities/music/steps.ts'
import { type ObsStepServices, obsStepHandlers } from '../capabilities/obs/steps.ts'
import { type WebStepServices, webStepHandlers } from '../capabilities/outgoing/steps.ts'
import { type PointsStepServices, pointsStepHandlers } from '../capabilities/points/steps.ts'
import { type PollStepServices, pollStepHandlers } from '../capabilities/polls/steps.ts'
import { type RewardStepServices, rewardStepHandlers } from '../capabilities/rewards/steps.ts'
import { type RoundStepServices, roundStepHandlers } from '../capabilities/rounds/steps.ts'
import { type ShowStepServices, showStepHandlers } from '../capabilities/shows/steps.ts'
import { type SpeechStepServices, speechStepHandlers } from '../capabilities/speech/steps.ts'
import { type FlowStepServices, flowStepHandlers } from '../capabilities/steps/flow-steps.ts'
import type { StepHandlers } from '../capabilities/steps/step-handler.ts'
import { type ChannelStepServices, channelStepHandlers } from '../capabilities/stream/channel-steps.ts'
import { type StreamStepServices, streamStepHandlers } from '../capabilities/stream/steps.ts'
import { type ValueStepServices, valueStepHandlers } from '../capabilities/values/steps.ts'
import { type VoiceStepServices, voiceStepHandlers } from '../capabilities/voice/steps.ts'
import { type VtsStepServices, vtsStepHandlers } from '../capabilities/vts/steps.ts'
import { type WatchTimeStepServices, watchTimeStepHandlers } from '../capabilities/watch-time/steps.ts'

/** What the steps of all capabilities use. */
export interface StepServices
  extends ChatStepServices,
    ModerationStepServices,
    SpeechStepServices,
    AlertStepServices,
    EffectStepServices,
    VoiceStepServices,
    PlayerStepServices,
    SongStepServices,
    ClipStepServices,
    StreamStepServices,
    ChannelStepServices,
    PointsStepServices,
    WatchTimeStepServices,
    ValueStepServices,
    RewardStepServices,
    PollStepServices,
    RoundStepServices,
    ObsStepServices,
    VtsStepServices,
    ShowStepServices,
    AiStepServices,
    DiscordStepServices,
    WebStepServices,
    CommandStepServices,
    FlowStepServices {}

/** The handler of each step of the registry. The compiler refuses the list while one is missing. */
export const stepHandlers: StepHandlers<StepServices> = {
  ...chatStepHandlers,
  ...moderationStepHandlers,
  ...speechStepHandlers,
  ...alertStepHandlers,
  ...effectStepHandlers,
  ...voiceStepHandlers,
  ...playerStepHandlers,
  ...songStepHandlers,
  ...clipStepHandlers,
  ...streamStepHandlers,
  ...channelStepHandlers,
  ...pointsStepHandlers,
  ...watchTimeStepHandlers,
  ...valueStepHandlers,
  ...rewardStepHandlers,
  ...pollStepHandlers,
  ...roundStepHandlers,
  ...obsStepHandlers,
  ...vtsStepHandlers,
  ...showStepHandlers,
  ...aiStepHandlers,
  ...discordStepHandlers,
  ...webStepHandlers,
  ...commandStepHandlers,
  ...flowStepHandlers,
}
