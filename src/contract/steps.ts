import type { Static } from './schema.ts'
import { aiSteps } from './steps/ai.ts'
import { channelSteps } from './steps/channel.ts'
import { chatSteps } from './steps/chat.ts'
import { commandSteps } from './steps/commands.ts'
import type { StepDefinition, StepGroup } from './steps/define-step.ts'
import { flowSteps } from './steps/flow.ts'
import { obsSteps } from './steps/obs.ts'
import { overlaySteps } from './steps/overlay.ts'
import { rewardSteps } from './steps/rewards.ts'
import { roundSteps } from './steps/rounds.ts'
import { songSteps } from './steps/songs.ts'
import { streamSteps } from './steps/stream.ts'
import { valueSteps } from './steps/values.ts'
import { viewerSteps } from './steps/viewers.ts'
import { webSteps } from './steps/web.ts'

/** Every step a command can have, in the order in which people see them. */
export const steps = [
  ...chatSteps,
  ...overlaySteps,
  ...streamSteps,
  ...channelSteps,
  ...viewerSteps,
  ...valueSteps,
  ...rewardSteps,
  ...roundSteps,
  ...songSteps,
  ...obsSteps,
  ...aiSteps,
  ...webSteps,
  ...commandSteps,
  ...flowSteps,
] as const

export type CommandStep = (typeof steps)[number]
export type StepType = CommandStep['type']
export type StepInput<T extends StepType> = Static<Extract<CommandStep, { readonly type: T }>['input']>
export type StepTypeIn<G extends StepGroup> = Extract<CommandStep, { readonly group: G }>['type']

const byType: ReadonlyMap<string, CommandStep> = new Map(steps.map((step) => [step.type, step]))

export function findStep(type: string): CommandStep | undefined {
  return byType.get(type)
}

/** Definitions under the groups they are shown in. A group without a step is left out. */
export function groupSteps<S extends Pick<StepDefinition, 'group'>>(definitions: readonly S[]): Map<StepGroup, S[]> {
  return Map.groupBy(definitions, ({ group }) => group)
}
