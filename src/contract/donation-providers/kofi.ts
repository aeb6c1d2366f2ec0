import { defineDonationProvider } from './definition.ts'

export const kofi = defineDonationProvider({
  name: 'kofi',
  wireName: 'ProviderC',
  brandName: 'Ko-fi',
  title: 'Ko-fi',
  delivery: 'webhook',
  secretLabel: 'Verification token',
})
