import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { actOnShow, cueListOutput, exampleList, showReference, takeLead } from './fields.ts'

export const holdCues = defineOperation({
  name: 'hold-cues',
  group: 'Shows',
  summary: 'Holds a show: waits and cues that follow by themselves are frozen.',
  description: 'Steps that have begun finish. Go resumes. A show that does not run is left as it is.',
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
        ctx.showRuns.hold(tx, caller, show, { takeLead: input.take_lead }),
      ),
    )
  },
})
