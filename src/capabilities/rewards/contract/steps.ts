import { defineStep } from '../../../definitions/define-step.ts'
import { maxAmount, maxNameLength } from '../../../definitions/fields.ts'
import { platform, viewerPlatform } from '../../../definitions/shared-fields.ts'
import { integer, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { redemptionDecisions } from '../../../platforms/contract/interaction-states.ts'

const reward = text({ title: 'Reward', min: 1, max: maxNameLength, cleaning: 'line' })
const switched = (title: string) => optional(oneOf(['yes', 'no'], { title, titles: { yes: 'Yes', no: 'No' } }))
const rewardTitle = text({ title: 'Title', min: 1, max: 45, cleaning: 'line' })
const cost = integer({ title: 'Cost in channel points', min: 1, max: maxAmount })

export const rewardSteps = [
  defineStep({
    type: 'create_reward',
    group: 'rewards',
    icon: 'gift',
    title: 'Create reward',
    help: 'Creates a channel point reward on Kick or Twitch.',
    input: object({
      title: rewardTitle,
      cost,
      prompt: optional(text({ title: 'Prompt', max: 200, cleaning: 'line' })),
      platform,
    }),
    needs: ['rewards:write'],
    example: { type: 'create_reward', title: 'Sing a song', cost: 5000 },
    sentence: 'Create the reward “{title}” for {cost} points[ on {platform}]',
  }),

  defineStep({
    type: 'update_reward',
    group: 'rewards',
    icon: 'gift',
    title: 'Change reward',
    help: 'Enables, pauses or changes a channel point reward that was created with this server.',
    input: object({
      reward,
      enabled: switched('Enabled'),
      paused: switched('Paused'),
      title: optional(text({ title: 'New title', min: 1, max: 45, cleaning: 'line' })),
      cost: optional(cost),
      platform,
    }),
    needs: ['rewards:write'],
    example: { type: 'update_reward', reward: 'Hydrate', paused: 'yes' },
    sentence: 'Change the reward {reward}[, enabled: {enabled}][, paused: {paused}][ on {platform}]',
  }),

  defineStep({
    type: 'delete_reward',
    group: 'rewards',
    icon: 'trash',
    title: 'Delete reward',
    help: 'Deletes a channel point reward that was created with this server.',
    input: object({ reward, platform }),
    needs: ['rewards:write'],
    example: { type: 'delete_reward', reward: 'Hydrate' },
    sentence: 'Delete the reward {reward}[ on {platform}]',
  }),

  defineStep({
    type: 'update_redemption',
    group: 'rewards',
    icon: 'check',
    title: 'Fulfil or refund redemption',
    help: 'Fulfils or refunds the redemption that ran the command.',
    input: object({
      status: withDefault(
        oneOf(redemptionDecisions, { title: 'Result', titles: { fulfilled: 'Fulfil', refunded: 'Refund' } }),
        'fulfilled',
      ),
      redemption_id: optional(
        text({ title: 'Redemption ID', max: maxNameLength, cleaning: 'line', control: 'hidden' }),
      ),
      platform: viewerPlatform,
    }),
    needs: ['rewards:write'],
    example: { type: 'update_redemption', status: 'refunded' },
    sentence: '{status} the redemption',
  }),
] as const
