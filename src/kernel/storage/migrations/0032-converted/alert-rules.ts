/** What an alert rule was: which event, from which amount, and what the overlay showed. */
export interface AlertRule {
  readonly on: string
  readonly show: string
  readonly min_amount?: number
  readonly text?: string
  readonly alert_id?: number
  readonly overlay_id?: string
}

/** An event of a rule's trigger, with what its texts could show. */
interface RuleEvent {
  readonly title: string
  readonly event: string
  readonly where?: Readonly<Record<string, unknown>>
  /** The field with the amount; without one the amount was this number. */
  readonly amount: string | number
  readonly hasMessage?: boolean
  /** The variable with the name, where it is not that of the event's viewer. */
  readonly name?: string
}

const own = ['sub_new', 'sub_renew']

/** Some triggers of rules stood for two events. */
const eventsOf: Readonly<Record<string, readonly RuleEvent[]>> = {
  follow: [{ title: 'Follow', event: 'follow', where: { is_first: 1 }, amount: 0 }],
  subscription: [
    { title: 'Subscription', event: 'subscription', where: { type: own }, amount: 'months', hasMessage: true },
    { title: 'Subscription continued', event: 'subscription.upgrade', amount: 1 },
  ],
  gift: [
    {
      title: 'Gifted subscription',
      event: 'subscription',
      where: { type: 'sub_gift' },
      amount: 'months',
      name: '$(event.from)',
    },
  ],
  raid: [{ title: 'Raid', event: 'raid', amount: 'viewers' }],
  // An alert for what was sent while the server was down would confuse everybody.
  bits: [{ title: 'Bits or Kicks', event: 'bits', where: { is_late: 0 }, amount: 'amount', hasMessage: true }],
  donation: [{ title: 'Donation', event: 'donation', amount: 'amount', hasMessage: true }],
  hype_train: [
    { title: 'Hype train', event: 'hype-train.begin', amount: 'level' },
    { title: 'Hype train level', event: 'hype-train.level', amount: 'level' },
  ],
  watch_streak: [{ title: 'Watch streak', event: 'watch-streak', amount: 'streams', hasMessage: true }],
  share: [{ title: 'Stream shared', event: 'share', amount: 0 }],
  super_fan: [{ title: 'New super fan', event: 'super-fan', where: { is_new: 1 }, amount: 0 }],
}

interface Content {
  /** The names of the channel's alerts by their ids. */
  readonly alerts: ReadonlyMap<number, string>
  /** The ids of its effects. */
  readonly effects: ReadonlySet<string>
}

/** One automation for each event and minimum amount, with a step for each rule in their order. */
export function automationsOf(rules: readonly AlertRule[], content: Content) {
  const groups = Map.groupBy(rules, ({ on, min_amount = 0 }) => `${on} ${min_amount}`)
  return [...groups.values()].flatMap((group) => {
    const { on = '', min_amount: least = 0 } = group[0] ?? {}
    // Speech was shown when it was rendered, after everything else.
    const inOrder = [...group.filter(({ show }) => show !== 'tts'), ...group.filter(({ show }) => show === 'tts')]
    return (eventsOf[on] ?? []).flatMap((event) => {
      const steps = inOrder.flatMap((rule) => stepOf(rule, event, content) ?? [])
      if (steps.length === 0 || !isReachable(event, least)) return []
      const trigger = triggerOf(event, least)
      return [{ name: nameOf(event, least), definition: { ...settings, trigger, steps } }]
    })
  })
}

function nameOf({ title, amount }: RuleEvent, least: number): string {
  return typeof amount === 'string' && least > 1 ? `Alert: ${title}, ${least} or more` : `Alert: ${title}`
}

const settings = {
  conditions: [],
  run: {
    mode: 'queue',
    cooldown_seconds: 0,
    limit_per_minute: 600,
    only_live: 0,
    platforms: [],
    only_categories: [],
    blocked_categories: [],
    hold_in_shield_mode: 1,
    on_error: 'continue',
  },
}

/** An event without an amount counted as this number. */
function isReachable({ amount }: RuleEvent, least: number): boolean {
  return typeof amount === 'string' || amount >= least
}

function triggerOf({ event, where = {}, amount }: RuleEvent, least: number) {
  const above = typeof amount === 'string' && least > 0 ? { [amount]: { at_least: least } } : {}
  const filters = { ...where, ...above }
  return { type: 'event', event, ...(Object.keys(filters).length === 0 ? {} : { where: filters }) }
}

function stepOf(rule: AlertRule, event: RuleEvent, content: Content) {
  const step = actionOf(rule, event, content)
  if (step === undefined) return undefined
  // Without a message there was nothing to say.
  const isMessageOnly = rule.show === 'tts' && (rule.text ?? '').replace(/\$\(message\)/gi, '').trim() === ''
  const condition = isMessageOnly ? { condition: { value: '$(event.message)', is_not: '' } } : {}
  return { ...step, ...condition, wait_for_overlay: true }
}

/** A sound or effect that no longer exists was skipped. */
function actionOf(rule: AlertRule, event: RuleEvent, { alerts, effects }: Content) {
  const text = filled(rule.text ?? '', event)
  const username = event.name === undefined ? {} : { username: event.name }
  if (rule.show === 'tts') return text === '' ? undefined : { type: 'tts', text, ...username }
  if (rule.show === 'audio-alert') {
    const name = alerts.get(rule.alert_id ?? 0)
    return name === undefined ? undefined : { type: 'audio_alert', name, ...username }
  }
  const { overlay_id = '' } = rule
  if (!effects.has(overlay_id)) return undefined
  const message = text === '' && event.hasMessage ? '$(event.message)' : text
  return { type: 'effect', overlay_id, data: { message, amount: amountOf(event), on: rule.on } }
}

/** The variables of rules as those of steps. */
function filled(text: string, event: RuleEvent): string {
  return text
    .replace(/\$\(user\)/gi, event.name ?? '$(displayname)')
    .replace(/\$\(amount\)/gi, amountOf(event))
    .replace(/\$\(message\)/gi, event.hasMessage ? '$(event.message)' : '')
    .trim()
}

function amountOf({ amount }: RuleEvent): string {
  return typeof amount === 'string' ? `$(event.${amount})` : String(amount)
}
