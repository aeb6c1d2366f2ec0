import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { pollSteps } from './contract/steps.ts'
import type { Polls } from './polls.ts'

/** What these steps use. */
export interface PollStepServices {
  readonly polls: Polls
}

export const pollStepHandlers: StepHandlersFor<typeof pollSteps, PollStepServices> = {
  create_poll: limitingItsTime(({ title, options, seconds, platform }, { run, actOn }, { polls }) => {
    const wanted = { title, options, seconds, pointsPerVote: undefined }
    return actOn(platform, async (on) => {
      const { poll } = await polls.createPoll(run.caller.channel, on, wanted)
      return { poll_id: poll.id }
    })
  }),

  end_poll: limitingItsTime(({ platform }, { run, actOn }, { polls }) =>
    actOn(platform, async (on) => {
      const { poll } = await polls.endPoll(run.caller.channel, { platform: on, id: undefined })
      return { poll_id: poll.id }
    }),
  ),

  create_prediction: limitingItsTime(({ title, options, seconds, platform }, { run, actOn }, { polls }) =>
    actOn(platform, async (on) => {
      const { prediction } = await polls.createPrediction(run.caller.channel, on, { title, options, seconds })
      return { prediction_id: prediction.id }
    }),
  ),

  end_prediction: limitingItsTime(({ option, action, platform }, { run, actOn }, { polls }) =>
    actOn(platform, async (on) => {
      const reference = { platform: on, id: undefined }
      const { prediction } = await polls.endPrediction(run.caller.channel, reference, { option, action })
      return { prediction_id: prediction.id, status: prediction.status }
    }),
  ),
}
