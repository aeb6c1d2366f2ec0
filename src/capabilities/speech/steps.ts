import type { StepHandlersFor } from '../steps/step-handler.ts'
import type { speechSteps } from './contract/steps.ts'
import type { Speech } from './speech.ts'

/** What these steps use. */
export interface SpeechStepServices {
  readonly speech: Speech
}

/** The longest text that the operation `tts` speaks. */
const maxSpokenLength = 500

export const speechStepHandlers: StepHandlersFor<typeof speechSteps, SpeechStepServices> = {
  async tts({ text, username, wait_for_overlay: mayWait }, { run }, { speech }) {
    const spoken = [...text].slice(0, maxSpokenLength).join('')
    const { id } = await speech.say(run.caller, { text: spoken, username: username ?? run.user.displayname, mayWait })
    return { id }
  },
}
