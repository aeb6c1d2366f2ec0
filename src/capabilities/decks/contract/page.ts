import { definePage } from '../../../definitions/define-page.ts'

export const decksPage = definePage({
  name: 'decks',
  // Not /decks: the service worker of /deck would be asked for its files.
  path: '/web-decks',
  title: 'Decks',
  group: 'api',
  icon: 'deck',
  shortcut: 'x',
  role: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New deck', path: '/web-decks/new', icon: 'plus', role: 'owner' } },
  samples: ['/web-decks', '/web-decks/new'],
})
