import { defineStep } from '../../../definitions/define-step.ts'
import { platform } from '../../../definitions/shared-fields.ts'
import { object, text } from '../../../kernel/schema/schema.ts'

export const streamSteps = [
  defineStep({
    type: 'title',
    group: 'stream',
    icon: 'title',
    title: 'Change title',
    help: 'Changes the title of the stream.',
    input: object({ title: text({ title: 'Title', min: 1, max: 140, cleaning: 'line' }), platform }),
    needs: ['stream:write'],
    example: { type: 'title', title: '$(args)' },
    sentence: 'Change the title to “{title}”[ on {platform}]',
  }),

  defineStep({
    type: 'game',
    group: 'stream',
    icon: 'edit',
    title: 'Change category',
    help: 'Changes the category to the one with the most similar name.',
    input: object({ game: text({ title: 'Category', min: 1, max: 100, cleaning: 'line' }), platform }),
    needs: ['stream:write'],
    example: { type: 'game', game: 'Minecraft' },
    sentence: 'Change the category to {game}[ on {platform}]',
  }),
] as const
