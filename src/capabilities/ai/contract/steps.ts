import { defineStep } from '../../../definitions/define-step.ts'
import { textField } from '../../../definitions/shared-fields.ts'
import { identifier } from '../../../kernel/schema/open-schema.ts'
import { integer, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { valueLimits } from '../../values/contract/values.ts'
import { aiLimits } from './ai.ts'

/** Where the answer goes. */
const answerFields = {
  output: withDefault(
    oneOf(['reply', 'tts', 'none'], {
      title: 'Answer',
      titles: { reply: 'Send to chat', tts: 'Speak on stream', none: 'Only keep in $(response)' },
    }),
    'reply',
  ),
  into: optional(
    identifier({
      max: valueLimits.nameLength,
      title: 'Store in value',
      control: 'value',
      description: 'A named text of the channel; it is created if there is none.',
    }),
  ),
}

export const aiSteps = [
  defineStep({
    type: 'ask_ai',
    group: 'ai',
    icon: 'chat',
    title: 'Ask the AI bot',
    help: 'Asks the AI bot for the viewer of the run. $(response) is then the answer.',
    input: object({ text: textField('Question', aiLimits.questionLength), ...answerFields }),
    needs: ['ai:ask', 'chat:bot', 'tts:write'],
    repliesInChat: true,
    example: { type: 'ask_ai', text: '$(args)' },
    sentence: 'Ask the AI bot “{text}”[ into {into}]',
  }),

  defineStep({
    type: 'summarise',
    group: 'ai',
    icon: 'activity',
    title: 'Sum up what happened',
    help: 'Sums up the last minutes of the stream for somebody who was away.',
    input: object({
      minutes: withDefault(integer({ title: 'Minutes', min: 1, max: 1_440 }), 30),
      ...answerFields,
    }),
    needs: ['ai:ask', 'activity:read', 'chat:bot', 'tts:write'],
    repliesInChat: true,
    example: { type: 'summarise', minutes: 30 },
    sentence: 'Sum up the last {minutes} min[ into {into}]',
  }),

  defineStep({
    type: 'title_ideas',
    group: 'ai',
    icon: 'title',
    title: 'Title ideas',
    help: 'Suggests titles for the stream.',
    input: object({
      topic: withDefault(text({ title: 'Topic', max: 200, cleaning: 'line' }), ''),
      count: withDefault(integer({ title: 'Ideas', min: 1, max: 5 }), 3),
      ...answerFields,
    }),
    needs: ['ai:ask', 'chat:bot', 'tts:write'],
    repliesInChat: true,
    example: { type: 'title_ideas', topic: '$(args)' },
    sentence: 'Suggest {count} titles[ about {topic}][ into {into}]',
  }),
] as const
