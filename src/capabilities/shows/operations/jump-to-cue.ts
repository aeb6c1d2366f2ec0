import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import {
  actOnShow,
  cueFailures,
  cueListOutput,
  cueReference,
  exampleRunning,
  showReference,
  takeLead,
} from './fields.ts'

export const jumpToCue = defineOperation({
  name: 'jump-to-cue',
  group: 'Shows',
  summary: 'Starts a cue at once, wherever it is in the list.',
  description: 'The cue after it is put on standby. Resumes a show that is held.',
  scope: 'cues:run',
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isFarReaching: true },
  input: object({ ...cueReference, ...showReference, ...takeLead }),
  output: cueListOutput,
  failures: cueFailures,
  example: { input: { number: '1' }, output: exampleRunning },
  handle({ input, caller, ctx, commit }) {
    return commit((tx) =>
      actOnShow({ ctx, tx, caller, show: input.show }, (show) =>
        ctx.showRuns.jump(tx, caller, show, input.number, { takeLead: input.take_lead }),
      ),
    )
  },
})
