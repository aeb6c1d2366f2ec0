import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { actOnShow, cueListOutput, exampleList, showReference, takeLead } from './fields.ts'

export const stopCues = defineOperation({
  name: 'stop-cues',
  group: 'Shows',
  summary: 'Stops a show: everything that its cues still do ends at once.',
  description: 'The next Go starts the show from its first cue. A show that does not run is left as it is.',
  scope: 'cues:run',
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isIdempotent: true },
  input: object({ ...showReference, ...takeLead }),
  output: cueListOutput,
  failures: ['show_not_found', 'lead_required'],
  example: { input: {}, output: exampleList },
  handle({ input, caller, ctx, commit }) {
    return commit((tx) =>
      actOnShow({ ctx, tx, caller, show: input.show }, (show) =>
        ctx.showRuns.stop(tx, caller, show, { takeLead: input.take_lead }),
      ),
    )
  },
})
