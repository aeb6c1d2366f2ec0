import { defineStep } from '../../../definitions/define-step.ts'
import { maxNameLength } from '../../../definitions/fields.ts'
import { nameField, waitForOverlay } from '../../../definitions/shared-fields.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { alertStepFields } from './alert-fields.ts'

export const alertSteps = [
  defineStep({
    type: 'audio_alert',
    group: 'overlay',
    icon: 'alerts',
    title: 'Play alert',
    help: 'Plays an audio alert, chosen by ID or name.',
    input: object(
      {
        id: optional(integer({ title: 'Alert ID', control: 'hidden' })),
        name: optional(text({ title: 'Alert', max: maxNameLength, cleaning: 'name', control: 'alert' })),
        username: optional(nameField('Shown as')),
        wait_for_overlay: waitForOverlay,
      },
      { needsOne: [['name', 'id']] },
    ),
    needs: ['alerts:trigger'],
    example: { type: 'audio_alert', name: 'Tada' },
    sentence: 'Play the alert {name}[{id}]',
  }),

  defineStep({
    type: 'show_alert',
    group: 'overlay',
    icon: 'alerts',
    title: 'Show alert',
    help: 'Shows what happened as a card on the overlay, with a picture, a sound, an effect and speech.',
    input: object({ ...alertStepFields, wait_for_overlay: waitForOverlay }),
    needs: ['alerts:trigger'],
    example: { type: 'show_alert', text: '$(displayname) just followed' },
    sentence: 'Show the alert “{text}”',
  }),
] as const
