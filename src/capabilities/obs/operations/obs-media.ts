import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { obsMediaActions } from '../contract/obs.ts'
import { obsFailures, obsName, ratePerMinute } from './fields.ts'

export const obsMedia = defineOperation({
  name: 'obs-media',
  group: 'OBS',
  summary: 'Plays, pauses, stops or restarts a media source.',
  description: 'next and previous are for playlists.',
  scope: 'obs:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute,
  effect: 'outside',
  input: object({
    input: obsName('The media source.'),
    action: oneOf(obsMediaActions, { description: 'What to do.' }),
  }),
  output: object({ input: text(), action: oneOf(obsMediaActions) }),
  failures: ['input_not_found', ...obsFailures],
  example: { input: { input: 'Intro', action: 'restart' }, output: { input: 'Intro', action: 'restart' } },
  async handle({ input, caller, ctx }) {
    await ctx.obs.call(caller, 'media', input)
    return input
  },
})
