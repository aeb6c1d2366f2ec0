import { definePage } from '../../../definitions/define-page.ts'

export const automationsPage = definePage({
  name: 'automations',
  path: '/automations',
  title: 'Automations',
  group: 'content',
  icon: 'automations',
  shortcut: 't',
  routes: ['/:id'],
  actions: { create: { title: 'New automation', path: '/automations/new', icon: 'plus', role: 'editor' } },
  samples: ['/automations', '/automations/new'],
})
