import { defineStep } from '../../../definitions/define-step.ts'
import { changeModes, maxAmount } from '../../../definitions/fields.ts'
import { modeTitles } from '../../../definitions/mode-titles.ts'
import { target, viewerPlatform } from '../../../definitions/shared-fields.ts'
import { integer, object, oneOf, optional, withDefault } from '../../../kernel/schema/schema.ts'

export const pointsSteps = [
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
] as const
