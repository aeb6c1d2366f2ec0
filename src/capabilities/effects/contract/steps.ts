import { defineStep } from '../../../definitions/define-step.ts'
import { maxNameLength } from '../../../definitions/fields.ts'
import { viewerPlatform, waitForOverlay } from '../../../definitions/shared-fields.ts'
import { anyObject, list, object, optional, text } from '../../../kernel/schema/schema.ts'

export const effectSteps = [
  defineStep({
    type: 'effect',
    group: 'overlay',
    icon: 'effects',
    title: 'Show effect',
    help: 'Triggers one or more effects; data is passed to them.',
    input: object(
      {
        overlay_id: optional(text({ title: 'Effect', max: maxNameLength, control: 'effect' })),
        overlay_ids: optional(list(text({ max: maxNameLength }), { title: 'Effects', max: 20, control: 'hidden' })),
        data: optional(anyObject({ title: 'Caption', control: 'caption' })),
        platform: viewerPlatform,
        wait_for_overlay: waitForOverlay,
      },
      { needsOne: [['overlay_id', 'overlay_ids']] },
    ),
    needs: ['effects:trigger'],
    example: { type: 'effect', overlay_id: 'confetti', data: { message: '$(args)' } },
    sentence: 'Show the effect {overlay_id}[ {overlay_ids}]',
  }),
] as const
