import { nullable, number, oneOf, text } from '../../kernel/schema/schema.ts'
import { supportUnits } from './support-amounts.ts'

/** How much somebody gave, in fields that events and operations share. */
export const supportFields = {
  unit: oneOf(supportUnits, { description: 'What `value` counts. Amounts of different units cannot be added up.' }),
  currency: nullable(text({ description: 'The code of the currency of money; null for the other units.' })),
  value: number({ description: 'In the size of its unit: 750 for ¥750, 4.99 for $4.99.' }),
  amount_usd: nullable(
    number({ description: 'About how many US dollars it is; null where no rate is known, and of older events.' }),
  ),
} as const
