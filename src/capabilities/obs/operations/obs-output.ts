import { flag } from '../../../definitions/fields.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { obsOutputActions, obsOutputs } from '../contract/obs.ts'
import { obsErrors } from '../messages.ts'
import { asFlag, obsFailures, ratePerMinute } from './fields.ts'

export const obsOutput = defineOperation({
  name: 'obs-output',
  group: 'OBS',
  summary: 'Starts or stops recording, the stream, the replay buffer or the virtual camera.',
  description:
    'The stream needs the scope obs:stream beside obs:control. pause and resume are for record. Answers when OBS has started or stopped it.',
  scope: 'obs:control',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute,
  effect: 'outside',
  hints: { isDestructive: true },
  input: object({
    output: oneOf(obsOutputs, { description: 'Which output.' }),
    action: oneOf(obsOutputActions, { description: 'What to do.' }),
  }),
  output: object({
    active: flag('1 when the output is active now.'),
    path: optional(text({ description: 'The file on the machine of OBS, after a recording was stopped.' })),
  }),
  failures: obsFailures,
  example: {
    input: { output: 'record', action: 'stop' },
    output: { active: 0, path: '/home/streamer/Videos/2026-11-16 20-00-00.mkv' },
  },
  async handle({ input, caller, ctx }) {
    const { output, action } = input
    if (output === 'stream' && !(caller.may?.('obs:stream') ?? true)) {
      throw new Failure('missing_scope', {
        message: obsErrors.streamScope.of(),
        fields: { required_scope: 'obs:stream' },
      })
    }
    const { isActive, path } = await ctx.obs.call(caller, 'output', { output, action })
    return { active: asFlag(isActive), ...(path !== null && { path }) }
  },
})
