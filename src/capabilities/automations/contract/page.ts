import { definePage } from '../../../definitions/define-page.ts'

export const automationsPage = definePage({
  name: 'automations',
  path: '/automations',
  title: 'Automations',
  place: 'automations',
  icon: 'automations',
  shortcut: 't',
  neededBy: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New automation', path: '/automations/new', icon: 'plus', role: 'editor' } },
})
