import { definePage } from '../../../definitions/define-page.ts'

export const keysPage = definePage({
  name: 'keys',
  path: '/developer/keys',
  title: 'Keys',
  place: 'developer',
  icon: 'keys',
  shortcut: 'k',
  role: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New key', path: '/developer/keys?new', icon: 'plus', role: 'owner' } },
})
