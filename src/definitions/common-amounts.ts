import { defineMessages } from '../kernel/text/message.ts'

/** Amounts with their unit. */
export const commonAmounts = defineMessages('common.amounts', {
  bits: { plural: 'count', one: '{count:number} bit', other: '{count:number} bits' },
  coins: { plural: 'count', one: '{count:number} coin', other: '{count:number} coins' },
  jewels: { plural: 'count', one: '{count:number} Jewel', other: '{count:number} Jewels' },
  kicks: { plural: 'count', one: '{count:number} KICK', other: '{count:number} KICKs' },
  likes: { plural: 'count', one: '{count:number} like', other: '{count:number} likes' },
  points: { plural: 'count', one: '{count:number} point', other: '{count:number} points' },
})
