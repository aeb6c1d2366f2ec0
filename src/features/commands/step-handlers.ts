import type { StepInput, StepType } from '../../contract/steps.ts'
import { aiStepHandlers } from './ai-steps.ts'
import { channelStepHandlers } from './channel-steps.ts'
import { chatStepHandlers } from './chat-steps.ts'
import { commandStepHandlers } from './command-steps.ts'
import { flowStepHandlers } from './flow-steps.ts'
import { obsStepHandlers } from './obs-steps.ts'
import { overlayStepHandlers } from './overlay-steps.ts'
import { rewardStepHandlers } from './reward-steps.ts'
import { roundStepHandlers } from './round-steps.ts'
import { songStepHandlers } from './song-steps.ts'
import type { StepHandler } from './step-handler.ts'
import { streamStepHandlers } from './stream-steps.ts'
import { valueStepHandlers } from './value-steps.ts'
import { viewerStepHandlers } from './viewer-steps.ts'
import { webStepHandlers } from './web-steps.ts'

/** The handler of each step of `contract/steps.ts`. The compiler refuses the list while one is missing. */
export const stepHandlers: { readonly [T in StepType]: StepHandler<StepInput<T>> } = {
  ...chatStepHandlers,
  ...overlayStepHandlers,
  ...streamStepHandlers,
  ...channelStepHandlers,
  ...viewerStepHandlers,
  ...valueStepHandlers,
  ...rewardStepHandlers,
  ...roundStepHandlers,
  ...songStepHandlers,
  ...obsStepHandlers,
  ...aiStepHandlers,
  ...webStepHandlers,
  ...commandStepHandlers,
  ...flowStepHandlers,
}
