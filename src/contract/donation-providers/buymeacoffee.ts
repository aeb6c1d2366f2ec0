import { defineDonationProvider } from './definition.ts'

export const buymeacoffee = defineDonationProvider({
  name: 'buymeacoffee',
  wireName: 'ProviderD',
  brandName: 'BuyMeACoffee',
  title: 'Buy Me a Coffee',
  delivery: 'webhook',
  secretLabel: 'Signing secret',
})
