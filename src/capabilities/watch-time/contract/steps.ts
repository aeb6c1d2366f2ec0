import { defineStep } from '../../../definitions/define-step.ts'
import { changeModes, maxAmount } from '../../../definitions/fields.ts'
import { modeTitles } from '../../../definitions/mode-titles.ts'
import { target, viewerPlatform } from '../../../definitions/shared-fields.ts'
import { date, integer, object, oneOf, optional, withDefault } from '../../../kernel/schema/schema.ts'

export const watchTimeSteps = [
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
