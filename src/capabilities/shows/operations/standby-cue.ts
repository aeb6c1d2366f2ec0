import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { actOnShow, cueFailures, cueListOutput, cueReference, exampleList, showReference, takeLead } from './fields.ts'

export const standbyCue = defineOperation({
  name: 'standby-cue',
  group: 'Shows',
  summary: 'Puts a cue on standby, so that the next Go starts it.',
  description: 'To go back, name the number of the cue before. A cue that is put on standby does not follow by itself.',
  scope: 'cues:run',
  ratePerMinute: 90,
  effect: 'rows',
  hints: { isIdempotent: true },
  input: object({ ...cueReference, ...showReference, ...takeLead }),
  output: cueListOutput,
  failures: cueFailures,
  example: { input: { number: '1' }, output: { ...exampleList, state: 'standby', lead: 'Stream Deck' } },
  handle({ input, caller, ctx, commit }) {
    return commit((tx) =>
      actOnShow({ ctx, tx, caller, show: input.show }, (show) =>
        ctx.showRuns.standby(tx, caller, show, input.number, { takeLead: input.take_lead }),
      ),
    )
  },
})
