import { aiSteps } from '../capabilities/ai/contract/steps.ts'
import { alertSteps } from '../capabilities/alerts/contract/steps.ts'
import { announcementSteps } from '../capabilities/chat/contract/announcement-steps.ts'
import { pinSteps } from '../capabilities/chat/contract/pin-steps.ts'
import { chatSteps } from '../capabilities/chat/contract/steps.ts'
import { clipSteps } from '../capabilities/clips/contract/steps.ts'
import { commandSteps } from '../capabilities/commands/contract/steps.ts'
import { discordSteps } from '../capabilities/discord/contract/steps.ts'
import { effectSteps } from '../capabilities/effects/contract/steps.ts'
import { chatModeSteps } from '../capabilities/moderation/contract/chat-mode-steps.ts'
import { moderationSteps } from '../capabilities/moderation/contract/steps.ts'
import { playerSteps } from '../capabilities/music/contract/player-steps.ts'
import { songSteps } from '../capabilities/music/contract/steps.ts'
import { obsSteps } from '../capabilities/obs/contract/steps.ts'
import { webSteps } from '../capabilities/outgoing/contract/steps.ts'
import { pointsSteps } from '../capabilities/points/contract/steps.ts'
import { pollSteps } from '../capabilities/polls/contract/steps.ts'
import { rewardSteps } from '../capabilities/rewards/contract/steps.ts'
import { roundSteps } from '../capabilities/rounds/contract/steps.ts'
import { showSteps } from '../capabilities/shows/contract/steps.ts'
import { speechSteps } from '../capabilities/speech/contract/steps.ts'
import { flowSteps } from '../capabilities/steps/contract/steps.ts'
import { adSteps, channelSteps, markerSteps } from '../capabilities/stream/contract/channel-steps.ts'
import { streamSteps } from '../capabilities/stream/contract/steps.ts'
import { valueSteps } from '../capabilities/values/contract/steps.ts'
import { voiceSteps } from '../capabilities/voice/contract/steps.ts'
import { vtsSteps } from '../capabilities/vts/contract/steps.ts'
import { watchTimeSteps } from '../capabilities/watch-time/contract/steps.ts'
import type { StepDefinition, StepGroup } from '../definitions/define-step.ts'
import type { Static } from '../kernel/schema/schema.ts'

/** Every step a command can have, in the order in which people see them. */
export const steps = [
  ...chatSteps,
  ...moderationSteps,
  ...pinSteps,
  ...speechSteps,
  ...alertSteps,
  ...effectSteps,
  ...voiceSteps,
  ...playerSteps,
  ...clipSteps,
  ...streamSteps,
  ...channelSteps,
  ...announcementSteps,
  ...chatModeSteps,
  ...adSteps,
  ...markerSteps,
  ...pointsSteps,
  ...watchTimeSteps,
  ...valueSteps,
  ...rewardSteps,
  ...pollSteps,
  ...roundSteps,
  ...songSteps,
  ...obsSteps,
  ...vtsSteps,
  ...showSteps,
  ...aiSteps,
  ...discordSteps,
  ...webSteps,
  ...commandSteps,
  ...flowSteps,
] as const

export type CommandStep = (typeof steps)[number]
export type StepType = CommandStep['type']
export type StepInput<T extends StepType> = Static<Extract<CommandStep, { readonly type: T }>['input']>

const byType: ReadonlyMap<string, CommandStep> = new Map(steps.map((step) => [step.type, step]))

export function findStep(type: string): CommandStep | undefined {
  return byType.get(type)
}

/** Definitions under the groups they are shown in. A group without a step is left out. */
export function groupSteps<S extends Pick<StepDefinition, 'group'>>(definitions: readonly S[]): Map<StepGroup, S[]> {
  return Map.groupBy(definitions, ({ group }) => group)
}
