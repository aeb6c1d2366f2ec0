import { defineDonationProvider } from './definition.ts'

export const streamelements = defineDonationProvider({
  name: 'streamelements',
  wireName: 'ProviderB',
  brandName: 'StreamElements',
  title: 'StreamElements',
  delivery: 'socket',
  secretLabel: 'JWT token',
  accountLabel: 'Account ID',
})
