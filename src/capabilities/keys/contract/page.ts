import { definePage } from '../../../definitions/define-page.ts'

export const keysPage = definePage({
  name: 'keys',
  path: '/keys',
  title: 'Keys',
  group: 'api',
  icon: 'keys',
  shortcut: 'k',
  role: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New key', path: '/keys?new', icon: 'plus', role: 'owner' } },
  samples: ['/keys', '/keys/{key}', '/keys?new'],
})
