import type { Platform } from '../../platforms/contract/platforms.ts'
import { commonAmounts } from '../common-amounts.ts'
import { formatAmount, inDollars, isCurrency } from '../currencies.ts'

/** What viewers support a channel with. Amounts of different units are never added up. */
export const supportUnits = ['bits', 'kicks', 'jewels', 'coins', 'money'] as const
export type SupportUnit = (typeof supportUnits)[number]

/** How much somebody gave, in the size of its unit: 750 for ¥750, 4.99 for $4.99. */
export interface SupportAmount {
  readonly unit: SupportUnit
  readonly value: number
  /** The code of the currency of money; null for the other units, and where it is not known. */
  readonly currency: string | null
}

const unitsOfPlatforms: Readonly<Partial<Record<Platform, SupportUnit>>> = {
  kick: 'kicks',
  twitch: 'bits',
  youtube: 'jewels',
}

/** What gifts on a platform are counted in, where they are not money. */
export function unitOf(platform: Platform): SupportUnit {
  return unitsOfPlatforms[platform] ?? 'coins'
}

/** About how many US dollars it is, as for donations; null where no rate is known. */
export function supportInDollars({ unit, value, currency }: SupportAmount): number | null {
  // What Twitch and Kick sell is a cent each.
  if (unit === 'bits' || unit === 'kicks') return value / 100
  if (unit !== 'money' || currency === null || !isCurrency(currency)) return null
  return Math.round(inDollars({ amount: value, currency }) * 100) / 100
}

/** With its unit, in the language of whoever reads it. */
export function formatSupport({ unit, value, currency }: SupportAmount, locale?: string): string {
  if (unit !== 'money') return commonAmounts[unit]({ count: value })
  return formatAmount({ amount: value, currency: currency ?? '' }, locale)
}
