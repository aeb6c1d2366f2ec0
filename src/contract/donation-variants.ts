/** How large a donation is drawn. */
export const donationStyles = ['plain', 'bright', 'grand'] as const
export type DonationStyle = (typeof donationStyles)[number]

/** Until the broadcaster sets others: by amount in US dollars. */
export const defaultDonationVariants = [
  { minimum: 0, style: 'plain' },
  { minimum: 20, style: 'bright' },
  { minimum: 100, style: 'grand', effect: 'confetti' },
] as const
