import { commonAmounts } from '../../definitions/common-amounts.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** Amounts as widgets show them, with their unit. */
export const amountMessages = defineMessages('sources.amounts', {
  months: { plural: 'count', one: '{count:number} month', other: '{count:number} months' },
  gifts: { plural: 'count', one: '{count:number} gift', other: '{count:number} gifts' },
  viewers: { plural: 'count', one: '{count:number} viewer', other: '{count:number} viewers' },
  likes: commonAmounts.likes,
  points: commonAmounts.points,
})
