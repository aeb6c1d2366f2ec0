import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { voiceSteps } from './contract/steps.ts'
import type { Voice } from './voice.ts'

/** What these steps use. */
export interface VoiceStepServices {
  readonly voice: Voice
}

export const voiceStepHandlers: StepHandlersFor<typeof voiceSteps, VoiceStepServices> = {
  async voice_effect({ effect, seconds, target }, { run }, { voice }) {
    const started = await voice.start(run.caller, { effect, seconds, target })
    return { effect: started.effect, seconds, target }
  },

  async stop_voice_effect({ target }, { run }, { voice }) {
    return { stopped: await voice.stop(run.caller, target) }
  },
}
