import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { actOnShow, cueFailures, cueListOutput, exampleRunning, showReference, takeLead } from './fields.ts'

export const goCue = defineOperation({
  name: 'go-cue',
  group: 'Shows',
  summary: 'Go: starts the cue on standby and puts the next one on standby.',
  description:
    'Resumes a show that is held. A second Go within 300 ms counts as the same one. The first Go starts the show, and its caller has the lead from then on.',
  scope: 'cues:run',
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isFarReaching: true },
  input: object({ ...showReference, ...takeLead }),
  output: cueListOutput,
  failures: cueFailures,
  example: { input: {}, output: exampleRunning },
  handle({ input, caller, ctx, commit }) {
    return commit((tx) =>
      actOnShow({ ctx, tx, caller, show: input.show }, (show) =>
        ctx.showRuns.go(tx, caller, show, { takeLead: input.take_lead }),
      ),
    )
  },
})
