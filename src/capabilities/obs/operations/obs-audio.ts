import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, number, object, optional, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, obsName, ratePerMinute, seconds } from './fields.ts'

export const obsAudio = defineOperation({
  name: 'obs-audio',
  group: 'OBS',
  summary: 'Mutes or unmutes an input, or changes its volume.',
  description: 'At least one of muted and volume_db is required.',
  scope: 'obs:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object(
    {
      input: obsName('The input.'),
      muted: optional(boolean({ description: 'Whether to mute it.' })),
      volume_db: optional(number({ min: -100, max: 26, description: 'The volume in decibels; -100 is silence.' })),
      seconds,
    },
    { needsOne: [['muted', 'volume_db']] },
  ),
  output: object({ input: text(), muted: optional(boolean()), volume_db: optional(number()) }),
  failures: ['input_not_found', ...obsFailures],
  example: { input: { input: 'Mic', muted: true }, output: { input: 'Mic', muted: true } },
  async handle({ input, caller, ctx }) {
    const { input: name, muted, volume_db, seconds: undoAfter } = input
    await ctx.obs.call(caller, 'audio', { input: name, muted, volumeDb: volume_db, seconds: undoAfter })
    return {
      input: name,
      ...(muted !== undefined && { muted }),
      ...(volume_db !== undefined && { volume_db }),
    }
  },
})
