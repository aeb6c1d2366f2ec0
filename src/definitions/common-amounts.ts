import { defineMessages } from '../kernel/text/message.ts'

/** Amounts with their unit. */
export const commonAmounts = defineMessages('common.amounts', {
  coins: { plural: 'count', one: '{count:number} coin', other: '{count:number} coins' },
  likes: { plural: 'count', one: '{count:number} like', other: '{count:number} likes' },
  points: { plural: 'count', one: '{count:number} point', other: '{count:number} points' },
})
