import type { AlertLayout, AlertSize } from '../../alerts/contract/alert-cards.ts'

/** How large a donation is drawn. */
export const donationStyles = ['plain', 'bright', 'grand'] as const
export type DonationStyle = (typeof donationStyles)[number]

/** The card of each, where its variant says nothing else. */
export const donationShapes = {
  plain: { layout: 'beside', size: 'small' },
  bright: { layout: 'beside', size: 'medium' },
  grand: { layout: 'above', size: 'large' },
} as const satisfies Readonly<Record<DonationStyle, { readonly layout: AlertLayout; readonly size: AlertSize }>>

/** Until the broadcaster sets others: by amount in US dollars. */
export const defaultDonationVariants = [
  { minimum: 0, style: 'plain' },
  { minimum: 20, style: 'bright' },
  { minimum: 100, style: 'grand', effect: 'confetti' },
] as const
