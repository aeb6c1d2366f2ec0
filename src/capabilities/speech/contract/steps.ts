import { defineStep } from '../../../definitions/define-step.ts'
import { nameField, textField, waitForOverlay } from '../../../definitions/shared-fields.ts'
import { object, optional } from '../../../kernel/schema/schema.ts'

export const speechSteps = [
  defineStep({
    type: 'tts',
    group: 'overlay',
    icon: 'volume',
    title: 'Text to speech',
    help: 'Reads a text aloud on the overlay.',
    // Longer texts are cut when they are spoken: a viewer's message may stand in them.
    input: object({
      text: textField('Text', 5000),
      username: optional(nameField('Shown as')),
      wait_for_overlay: waitForOverlay,
    }),
    needs: ['tts:write'],
    example: { type: 'tts', text: '$(displayname) says hello.' },
    sentence: 'Read “{text}” aloud',
  }),
] as const
