import { definePage } from '../../../definitions/define-page.ts'

export const decksPage = definePage({
  name: 'decks',
  // Not /decks: the service worker of /deck would be asked for its files.
  path: '/phone-deck',
  title: 'Phone deck',
  place: 'decks',
  icon: 'deck',
  shortcut: 'x',
  role: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New deck', path: '/phone-deck/new', icon: 'plus', role: 'owner' } },
})
