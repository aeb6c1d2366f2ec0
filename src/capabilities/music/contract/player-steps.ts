import { defineStep } from '../../../definitions/define-step.ts'
import { object, oneOf } from '../../../kernel/schema/schema.ts'

export const playerSteps = [
  defineStep({
    type: 'song',
    group: 'overlay',
    icon: 'music',
    title: 'Music',
    help: 'Starts, pauses or skips the song.',
    input: object({
      action: oneOf(['start', 'stop', 'skip'], {
        title: 'Action',
        titles: { start: 'Start', stop: 'Pause', skip: 'Skip' },
      }),
    }),
    needs: ['music:control'],
    example: { type: 'song', action: 'skip' },
    sentence: '{action} the song',
  }),
] as const
