import { defineRecipe, type RecipeDefinition, type RecipeTrigger } from '../../../definitions/define-recipe.ts'
import { labelMessage } from '../../../definitions/field-texts.ts'
import type { Message } from '../../../kernel/text/message.ts'
import { wordFor } from '../../../platforms/contract/platforms.ts'
import type { AlertStepInput } from './alert-fields.ts'

/** An alert for a kind of event: a recipe whose only step is the card. The Alerts page has a form for it. */
interface EventAlert<Name extends string = string> {
  readonly recipe: RecipeDefinition<Name>
  /** The field that variants go by, and what it is called. */
  readonly amount?: { readonly field: string; readonly title: Message<string> }
  /** An event to try it with. */
  readonly sample: Readonly<Record<string, unknown>>
  /** A new channel has it from the start. */
  readonly isFromStart: boolean
}

const viewer = { user_id: '10007', username: 'viewer7', displayname: 'Viewer7', platform: 'twitch' } as const

function defineAlert<const Name extends string>(alert: {
  readonly name: Name
  readonly title: string
  readonly help: string
  readonly trigger: Extract<RecipeTrigger, { type: 'event' }>
  readonly amount?: { readonly field: string; readonly title: string }
  readonly sample: Readonly<Record<string, unknown>>
  readonly isFromStart?: boolean
  readonly card: AlertStepInput
}): EventAlert<Name> {
  const { name, title, help, trigger, amount, sample, isFromStart = true, card } = alert
  const counted = amount === undefined ? {} : { amount: `$(event.${amount.field})` }
  return {
    recipe: defineRecipe({
      name,
      group: 'alerts',
      title,
      help,
      needs: ['overlay'],
      trigger,
      // Nothing that viewers paid for is lost while OBS restarts, and nobody attacks with alerts.
      run: { mode: 'queue', hold_in_shield_mode: 1 },
      steps: [{ type: 'show_alert', ...card, ...counted, wait_for_overlay: true }],
    }),
    ...(amount === undefined
      ? {}
      : { amount: { ...amount, title: labelMessage(`alertAmounts.${amount.field}`, amount.title) } }),
    sample: { ...viewer, ...sample },
    isFromStart,
  }
}

const memberships = wordFor('youtube')
const subscriptions = [wordFor('kick'), wordFor('twitch'), wordFor('tiktok')]
const months = { field: 'months', title: 'Months' } as const
const amount = { field: 'amount', title: 'Amount' } as const

/** Bits and KICKs are the same gift on two platforms. */
const cheerCard = {
  message: '$(event.message)',
  emblem: 'gem',
  sound: 'builtin:coin',
  volume: 0.7,
  seconds: 6,
  enter: 'drop',
  leave: 'lift',
  variants: [
    { at_least: 100, speech: '$(event.message)' },
    { at_least: 1000, speech: '$(event.message)', size: 'large', effect: 'confetti', seconds: 9 },
  ],
} as const satisfies Omit<AlertStepInput, 'text'>

/** In the order in which the Alerts page lists them. Small events are small, and what costs much is large. */
export const eventAlerts: readonly EventAlert[] = [
  defineAlert({
    name: 'follow-alert',
    title: 'Follow alert',
    help: 'Somebody follows the channel for the first time.',
    trigger: { type: 'event', event: 'follow', where: { is_first: 1 } },
    sample: { is_first: true },
    card: {
      text: '$(displayname) just followed',
      emblem: 'heart',
      sound: 'builtin:chime',
      volume: 0.6,
      seconds: 4,
      size: 'small',
      enter: 'slide',
      leave: 'slide',
    },
  }),
  defineAlert({
    name: 'subscription-alert',
    title: 'Subscription alert',
    help: 'Somebody subscribes for the first time.',
    trigger: { type: 'event', event: 'subscription', where: { type: 'sub_new', platform: subscriptions } },
    amount: { field: 'tier', title: 'Tier' },
    sample: { type: 'sub_new', tier: 1, months: 1, message: '' },
    card: {
      text: '$(displayname) just subscribed',
      message: '$(event.message)',
      emblem: 'star',
      sound: 'builtin:fanfare',
      volume: 0.7,
      seconds: 6,
      enter: 'pop',
      leave: 'shrink',
      variants: [{ at_least: 2, text: '$(displayname) subscribed at tier $(event.tier)', effect: 'confetti' }],
    },
  }),
  defineAlert({
    name: 'resubscription-alert',
    title: 'Resubscription alert',
    help: 'Somebody renews a subscription and shares it.',
    trigger: { type: 'event', event: 'subscription', where: { type: 'sub_renew', platform: subscriptions } },
    amount: months,
    sample: { type: 'sub_renew', tier: 1, months: 14, message: 'Here for the boss fights.' },
    card: {
      text: '$(displayname) resubscribed',
      figure: '$(event.months) months',
      message: '$(event.message)',
      emblem: 'star',
      sound: 'builtin:fanfare',
      volume: 0.7,
      seconds: 6,
      enter: 'rise',
      leave: 'sink',
      variants: [{ at_least: 12, size: 'large', emblem: 'crown', effect: 'confetti', seconds: 8 }],
    },
  }),
  defineAlert({
    name: 'gift-alert',
    title: 'Gift alert',
    help: 'Somebody gives subscriptions to others.',
    trigger: { type: 'event', event: 'subscription.gifts' },
    amount: { field: 'count', title: 'Number of gifts' },
    sample: { count: 5, tier: 1, level_name: '' },
    card: {
      text: '$(displayname) is giving away subscriptions',
      figure: '× $(event.count)',
      emblem: 'gift',
      sound: 'builtin:applause',
      volume: 0.7,
      seconds: 7,
      enter: 'unfold',
      leave: 'fold',
      variants: [
        { at_least: 10, size: 'large', effect: 'confetti', seconds: 9 },
        {
          at_least: 50,
          layout: 'banner',
          size: 'large',
          enter: 'curtain',
          leave: 'curtain',
          effect: 'fireworks',
          seconds: 10,
        },
      ],
    },
  }),
  defineAlert({
    name: 'member-alert',
    title: 'Member alert',
    help: 'Somebody becomes a member on YouTube, or celebrates a milestone.',
    trigger: { type: 'event', event: 'subscription', where: { type: ['sub_new', 'sub_renew'], platform: memberships } },
    amount: months,
    sample: { type: 'sub_new', tier: 1, months: 1, message: '', level_name: 'Backstage', platform: 'youtube' },
    card: {
      text: '$(displayname) became a member',
      message: '$(event.message)',
      emblem: 'star',
      sound: 'builtin:fanfare',
      volume: 0.7,
      seconds: 6,
      enter: 'pop',
      leave: 'shrink',
      variants: [
        { at_least: 2, text: '$(displayname) is still a member', figure: '$(event.months) months' },
        {
          at_least: 12,
          text: '$(displayname) is still a member',
          figure: '$(event.months) months',
          size: 'large',
          emblem: 'crown',
          effect: 'confetti',
          seconds: 8,
        },
      ],
    },
  }),
  defineAlert({
    name: 'raid-alert',
    title: 'Raid alert',
    help: 'Another channel sends its viewers.',
    trigger: { type: 'event', event: 'raid' },
    amount: { field: 'viewers', title: 'Viewers' },
    sample: { viewers: 42 },
    card: {
      text: '$(displayname) is raiding',
      figure: '$(event.viewers) viewers',
      emblem: 'people',
      sound: 'builtin:level-up',
      volume: 0.8,
      seconds: 8,
      size: 'large',
      enter: 'wipe',
      leave: 'wipe',
      variants: [
        { at_least: 50, layout: 'banner', enter: 'curtain', leave: 'curtain', effect: 'confetti', seconds: 10 },
      ],
    },
  }),
  defineAlert({
    name: 'cheer-alert',
    title: 'Cheer alert',
    help: 'Somebody cheers with bits on Twitch.',
    trigger: { type: 'event', event: 'bits', where: { platform: wordFor('twitch'), is_late: 0 } },
    amount,
    sample: { amount: 500, unit: 'bits', value: 500, message: 'What a run tonight!' },
    card: {
      text: '$(displayname) cheered',
      figure: '$(event.value) bits',
      ...cheerCard,
    },
  }),
  defineAlert({
    name: 'kicks-alert',
    title: 'KICKs alert',
    help: 'Somebody sends KICKs on Kick.',
    trigger: { type: 'event', event: 'bits', where: { platform: wordFor('kick'), is_late: 0 } },
    amount,
    sample: {
      amount: 500,
      unit: 'kicks',
      value: 500,
      gift_name: 'Rage Quit',
      gift_tier: 'MID',
      message: 'What a run tonight!',
      platform: 'kick',
    },
    card: {
      text: '$(displayname) sent $(event.gift_name)',
      figure: '$(event.value) KICKs',
      ...cheerCard,
    },
  }),
  defineAlert({
    name: 'super-chat-alert',
    title: 'Super Chat alert',
    help: 'Somebody sends a Super Chat or a Super Sticker on YouTube. The amount is in US dollars, also for other currencies.',
    trigger: { type: 'event', event: 'bits', where: { platform: wordFor('youtube'), is_late: 0 } },
    amount: { field: 'amount_usd', title: 'Amount in US dollars' },
    sample: {
      amount: 1000,
      unit: 'money',
      currency: 'EUR',
      value: 10,
      amount_usd: 10,
      message: '€10.00 Greetings from the back row',
      platform: 'youtube',
    },
    card: {
      text: '$(displayname) sent a Super Chat',
      message: '$(event.message)',
      emblem: 'coin',
      sound: 'builtin:coin',
      volume: 0.7,
      seconds: 7,
      enter: 'drop',
      leave: 'lift',
      variants: [
        { at_least: 5, speech: '$(event.message)' },
        { at_least: 50, speech: '$(event.message)', size: 'large', effect: 'confetti', seconds: 9 },
      ],
    },
  }),
  defineAlert({
    name: 'tiktok-gift-alert',
    title: 'TikTok gift alert',
    help: 'Somebody sends a gift on TikTok. The amount is in diamonds.',
    trigger: { type: 'event', event: 'bits', where: { platform: wordFor('tiktok'), is_late: 0 } },
    amount,
    sample: { amount: 30, unit: 'coins', value: 30, message: 'Doughnut', platform: 'tiktok' },
    card: {
      text: '$(displayname) sent $(event.message)',
      emblem: 'gift',
      sound: 'builtin:pop',
      volume: 0.7,
      seconds: 4,
      size: 'small',
      enter: 'pop',
      leave: 'shrink',
      variants: [
        { at_least: 100, size: 'medium', figure: '$(event.value) diamonds', seconds: 6 },
        { at_least: 1000, size: 'large', figure: '$(event.value) diamonds', effect: 'fireworks', seconds: 9 },
      ],
    },
  }),
  defineAlert({
    name: 'reward-alert',
    title: 'Reward alert',
    help: 'Somebody redeems a channel point reward.',
    trigger: { type: 'event', event: 'redemption.added' },
    amount: { field: 'cost', title: 'Cost' },
    sample: { reward: 'Hydrate', cost: 300, message: '', status: 'pending' },
    isFromStart: false,
    card: {
      text: '$(displayname) redeemed $(event.reward)',
      message: '$(event.message)',
      emblem: 'bell',
      sound: 'builtin:pop',
      volume: 0.6,
      seconds: 5,
      size: 'small',
      enter: 'slide',
      leave: 'slide',
    },
  }),
]

export const alertRecipes = eventAlerts.map(({ recipe }) => recipe)
