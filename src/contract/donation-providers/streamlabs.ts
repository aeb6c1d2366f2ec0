import { defineDonationProvider } from './definition.ts'

export const streamlabs = defineDonationProvider({
  name: 'streamlabs',
  wireName: 'ProviderA',
  brandName: 'Streamlabs',
  title: 'Streamlabs',
  delivery: 'socket',
  secretLabel: 'Socket API token',
})
