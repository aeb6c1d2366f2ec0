import { maxAmount, maxNameLength } from '../fields.ts'
import type { CueKind } from '../overlay-messages.ts'
import { integer, list, object, oneOf, optional, type Static, text, withDefault } from '../schema.ts'
import { defineSetting } from './define-setting.ts'

/** What can trigger an alert rule; some triggers have an amount to compare. */
export const alertTriggers = {
  follow: { title: 'Follow', hasAmount: false },
  subscription: { title: 'Subscription', hasAmount: true },
  gift: { title: 'Gifted subscription', hasAmount: false },
  raid: { title: 'Raid', hasAmount: true },
  bits: { title: 'Bits or Kicks', hasAmount: true },
  donation: { title: 'Donation', hasAmount: true },
  hype_train: { title: 'Hype train level', hasAmount: true },
  watch_streak: { title: 'Watch streak', hasAmount: true },
  share: { title: 'Stream shared', hasAmount: false },
  super_fan: { title: 'New super fan', hasAmount: false },
} as const
export type AlertTrigger = keyof typeof alertTriggers

/** What an alert rule can show on the overlay, with the fields of the rule that belong to it. */
export const alertActions = {
  tts: { title: 'Read text aloud', fields: ['text'] },
  'audio-alert': { title: 'Play a sound', fields: ['alert_id'] },
  effect: { title: 'Show an effect', fields: ['overlay_id', 'text'] },
} as const satisfies Partial<Readonly<Record<CueKind, object>>>

const alertRule = object({
  on: oneOf(keysOf(alertTriggers), { title: 'Event', titles: titlesOf(alertTriggers) }),
  show: oneOf(keysOf(alertActions), { title: 'Action', titles: titlesOf(alertActions) }),
  min_amount: withDefault(
    integer({
      title: 'Minimum amount',
      min: 0,
      max: maxAmount,
      description:
        'Bits, months of a subscription, viewers of a raid, whole units of a donation, the level of a hype train, or the streams of a watch streak.',
    }),
    0,
  ),
  text: withDefault(
    text({
      title: 'Text',
      max: 500,
      cleaning: 'line',
      description: '$(user), $(amount) and $(message) are replaced.',
    }),
    '',
  ),
  alert_id: optional(integer({ title: 'Sound', control: 'alert' })),
  overlay_id: optional(text({ title: 'Effect', max: maxNameLength, control: 'effect' })),
})
export type AlertRule = Static<typeof alertRule>

/** A rule as the form adds it. */
export const newAlertRule: AlertRule = { on: 'follow', show: 'tts', min_amount: 0, text: '$(user) just followed' }

/** The fields that matter to a rule, in the order of its form. */
export function alertRuleFields({ on, show }: Pick<AlertRule, 'on' | 'show'>): readonly string[] {
  const { hasAmount } = alertTriggers[on]
  return ['on', ...(hasAmount ? ['min_amount'] : []), 'show', ...alertActions[show].fields]
}

export const alertRuleSettings = defineSetting({
  name: 'alerts',
  section: 'alerts',
  title: 'Alert rules',
  help: 'All rules that match are shown, in this order.',
  role: 'editor',
  schema: object({ rules: withDefault(list(alertRule, { title: 'Rules', max: 50 }), []) }),
})

function keysOf<T extends object>(record: T): readonly (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[]
}

function titlesOf<K extends string>(record: Readonly<Record<K, { readonly title: string }>>): Record<K, string> {
  const entries = keysOf(record).map((name) => [name, record[name].title])
  return Object.fromEntries(entries)
}
