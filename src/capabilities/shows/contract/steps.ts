import { defineStep } from '../../../definitions/define-step.ts'
import { maxNameLength } from '../../../definitions/fields.ts'
import { object, optional, text } from '../../../kernel/schema/schema.ts'
import { cueNumber } from './shows.ts'

/** Left out: the show that runs, or that was run last, or the only one. */
const show = optional(text({ title: 'Show', max: maxNameLength, cleaning: 'line', control: 'show' }))

export const showSteps = [
  defineStep({
    type: 'go_cue',
    group: 'shows',
    icon: 'play',
    title: 'Go',
    help: 'Starts the cue on standby, or resumes a show that is held. Whoever has the lead keeps it.',
    input: object({ show }),
    needs: ['cues:run'],
    example: { type: 'go_cue', show: 'Friday show' },
    sentence: 'Go[ in {show}]',
  }),

  defineStep({
    type: 'standby_cue',
    group: 'shows',
    icon: 'clock',
    title: 'Cue on standby',
    help: 'Puts a cue on standby, so that the next Go starts it.',
    input: object({ number: { ...cueNumber, title: 'Cue' }, show }),
    needs: ['cues:run'],
    example: { type: 'standby_cue', number: '2', show: 'Friday show' },
    sentence: 'Put cue {number} on standby[ in {show}]',
  }),

  defineStep({
    type: 'hold_cues',
    group: 'shows',
    icon: 'pause',
    title: 'Hold show',
    help: 'Holds a show: waits and cues that follow by themselves are frozen until Go.',
    input: object({ show }),
    needs: ['cues:run'],
    example: { type: 'hold_cues', show: 'Friday show' },
    sentence: 'Hold the show[ {show}]',
  }),

  defineStep({
    type: 'stop_cues',
    group: 'shows',
    icon: 'stop',
    title: 'Stop show',
    help: 'Ends a show and everything that it still does.',
    input: object({ show }),
    needs: ['cues:run'],
    example: { type: 'stop_cues', show: 'Friday show' },
    sentence: 'Stop the show[ {show}]',
  }),
] as const
