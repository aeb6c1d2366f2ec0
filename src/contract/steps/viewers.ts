import { changeModes, maxAmount } from '../fields.ts'
import { date, integer, object, oneOf, optional, withDefault } from '../schema.ts'
import { defineStep } from './define-step.ts'
import { target, viewerPlatform } from './shared-fields.ts'

const modeTitles = { add: 'Add', remove: 'Remove', set: 'Set' }

export const viewerSteps = [
  defineStep({
    type: 'points',
    group: 'viewers',
    icon: 'coin',
    title: 'Change points',
    help: 'Adds, removes or sets points of the viewer, by default of whoever runs the command. transfer moves points from them to the viewer.',
    input: object({
      target: optional(target),
      mode: withDefault(
        oneOf([...changeModes, 'transfer'], { title: 'Mode', titles: { ...modeTitles, transfer: 'Transfer' } }),
        'add',
      ),
      amount: integer({ title: 'Amount', min: 0, max: maxAmount }),
      platform: viewerPlatform,
    }),
    needs: ['points:write'],
    example: { type: 'points', target: '$(touser)', mode: 'add', amount: 10 },
    sentence: '{mode} {amount} points[: {target}]',
  }),

  defineStep({
    type: 'watch_time',
    group: 'viewers',
    icon: 'clock',
    title: 'Change watch time',
    help: 'Adds, removes or sets minutes of watch time, today or on the given day.',
    input: object({
      target: optional(target),
      mode: withDefault(oneOf(changeModes, { title: 'Mode', titles: modeTitles }), 'add'),
      minutes: integer({ title: 'Minutes', min: 0, max: maxAmount }),
      day: optional(date({ title: 'Day' })),
      platform: viewerPlatform,
    }),
    needs: ['watchtime:write'],
    example: { type: 'watch_time', target: '$(touser)', mode: 'add', minutes: 30 },
    sentence: '{mode} {minutes} min of watch time[: {target}][ on {day}]',
  }),
] as const
