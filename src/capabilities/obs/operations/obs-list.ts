import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, list, object, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, ratePerMinute } from './fields.ts'

export const obsList = defineOperation({
  name: 'obs-list',
  group: 'OBS',
  summary: 'Lists the scenes of OBS with their sources, and its inputs.',
  description: 'Sources of a group come after the group. An input without sound is not muted.',
  scope: 'obs:read',
  ratePerMinute,
  effect: 'none',
  input: object({}),
  output: object({
    scenes: list(
      object({
        name: text(),
        sources: list(
          object({
            name: text(),
            kind: text({ description: 'The type in OBS, such as browser_source, group or scene.' }),
            visible: boolean(),
          }),
          { description: 'From the top down.' },
        ),
      }),
    ),
    inputs: list(object({ name: text(), kind: text(), muted: boolean() })),
  }),
  failures: obsFailures,
  example: {
    input: {},
    output: {
      scenes: [{ name: 'Gameplay', sources: [{ name: 'Camera', kind: 'v4l2_input', visible: true }] }],
      inputs: [{ name: 'Mic', kind: 'pulse_input_capture', muted: false }],
    },
  },
  handle: ({ caller, ctx }) => ctx.obs.call(caller, 'list', {}),
})
