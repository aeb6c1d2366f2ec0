import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, line, numeric } from '../../../../definitions/setting-fields.ts'
import { supportLabels } from '../../../../definitions/support/support-labels.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'
import { valueNamed } from '../widget-fields.ts'
import { periods } from './periods.ts'

const messages = defineMessages('widgets.goal', {
  title: contentLabels.goal,
  help: 'A bar that fills with follows, subscriptions, donations or any number.',
  what: 'What counts',
  follows: contentLabels.follows,
  subscriptions: contentLabels.subscriptions,
  points: 'Points given to viewers',
  donations: contentLabels.donations,
  bits: 'Gifts of a platform',
  likes: 'Likes on TikTok',
  value: 'A named value',
  period: contentLabels.countedSince,
  valueName: contentLabels.value,
  valueHelp: 'For goals that count a named value.',
  unit: 'Gifts',
  unitHelp: 'For goals that count gifts.',
  currency: 'Currency',
  currencyHelp: 'A code such as USD; others are not counted.',
  target: 'Target',
  start: 'Starts at',
  startHelp: 'Added to what is counted.',
  label: contentLabels.label,
})

export const goal = defineWidget({
  type: 'goal',
  title: messages.title,
  help: messages.help,
  group: 'numbers',
  icon: 'M2.25 6.25h11.5v3.5H2.25zM2.5 8h6',
  size: { width: 560, height: 120 },
  settings: {
    label: line({ title: messages.label }, { max: 80 }),
    what: choice(
      { title: messages.what },
      {
        choices: {
          follows: { title: messages.follows },
          subscriptions: { title: messages.subscriptions },
          donations: { title: messages.donations },
          bits: { title: messages.bits },
          points: { title: messages.points },
          likes: { title: messages.likes },
          value: { title: messages.value },
        },
        default: 'follows',
      },
    ),
    unit: choice(
      { title: messages.unit, help: messages.unitHelp },
      {
        choices: {
          bits: { title: supportLabels.bits },
          kicks: { title: supportLabels.kicks },
          coins: { title: supportLabels.coins },
          jewels: { title: supportLabels.jewels },
          money: { title: supportLabels.money },
        },
        default: 'bits',
      },
    ),
    period: choice({ title: messages.period }, { choices: periods, default: 'stream' }),
    target: numeric({ title: messages.target }, { min: 1, max: 1_000_000_000, step: 1, default: 100 }),
    start: numeric({ title: messages.start, help: messages.startHelp }, { max: 1_000_000_000, step: 1, default: 0 }),
    value: valueNamed({ title: messages.valueName, help: messages.valueHelp }, { types: ['number'] }),
    currency: line({ title: messages.currency, help: messages.currencyHelp }, { max: 3, placeholder: 'USD' }),
  },
  sources: ({ what, unit, period, value, currency }) => {
    if (what === 'value') return value === undefined ? [] : [source('goal', { what, period: 'all', value })]
    const isMoney = what === 'donations' || (what === 'bits' && unit === 'money')
    const counted = { ...(what === 'bits' && { unit }), ...(isMoney && currency && { currency }) }
    return [source('goal', { what, period, ...counted })]
  },
  sample: {
    settings: { label: 'Follower goal', target: 500, start: 0 },
    data: { goal: { value: 342, unit: null } },
  },
})
