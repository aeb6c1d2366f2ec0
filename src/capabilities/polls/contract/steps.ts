import { defineStep } from '../../../definitions/define-step.ts'
import { platform } from '../../../definitions/shared-fields.ts'
import { integer, list, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

const options = (max: number) =>
  list(text({ min: 1, max: 25, cleaning: 'line' }), { title: 'Options, one per line', min: 2, max })

export const pollSteps = [
  defineStep({
    type: 'create_poll',
    group: 'rewards',
    icon: 'viewers',
    title: 'Start poll',
    help: 'Starts a poll on Twitch or YouTube.',
    input: object({
      title: text({ title: 'Question', min: 1, max: 60, cleaning: 'line' }),
      options: options(5),
      seconds: withDefault(integer({ title: 'Seconds', min: 15, max: 1800 }), 60),
      platform,
    }),
    needs: ['polls:write'],
    example: { type: 'create_poll', title: 'Which game next?', options: ['Chess', 'Minecraft'], platform: 'twitch' },
    sentence: 'Start the poll “{title}” ({options}) for {seconds} s[ on {platform}]',
  }),

  defineStep({
    type: 'end_poll',
    group: 'rewards',
    icon: 'viewers',
    title: 'End poll',
    help: 'Ends the running poll.',
    input: object({ platform }),
    needs: ['polls:write'],
    example: { type: 'end_poll', platform: 'twitch' },
    sentence: 'End the running poll[ on {platform}]',
  }),

  defineStep({
    type: 'create_prediction',
    group: 'rewards',
    icon: 'viewers',
    title: 'Start prediction',
    help: 'Starts a prediction on Twitch.',
    input: object({
      title: text({ title: 'Question', min: 1, max: 45, cleaning: 'line' }),
      options: options(10),
      seconds: withDefault(integer({ title: 'Seconds', min: 30, max: 1800 }), 120),
      platform,
    }),
    needs: ['polls:write'],
    example: { type: 'create_prediction', title: 'Do we win this round?', options: ['Yes', 'No'], platform: 'twitch' },
    sentence: 'Start the prediction “{title}” ({options}) for {seconds} s[ on {platform}]',
  }),

  defineStep({
    type: 'end_prediction',
    group: 'rewards',
    icon: 'viewers',
    title: 'End prediction',
    help: 'Resolves the open prediction with the option that came true, or cancels it if there is none.',
    input: object({
      option: optional(text({ title: 'Option that came true', max: 100, cleaning: 'line' })),
      action: optional(
        oneOf(['resolve', 'cancel', 'lock'], {
          title: 'Action',
          titles: { resolve: 'Resolve', cancel: 'Cancel', lock: 'Lock' },
        }),
      ),
      platform,
    }),
    needs: ['polls:write'],
    example: { type: 'end_prediction', option: 'Yes', platform: 'twitch' },
    sentence: 'End the open prediction[: {option}][ ({action})][ on {platform}]',
  }),
] as const
