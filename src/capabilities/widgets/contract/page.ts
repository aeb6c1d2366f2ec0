import { definePage } from '../../../definitions/define-page.ts'

export const widgetsPage = definePage({
  name: 'widgets',
  path: '/widgets',
  title: 'Widgets',
  group: 'content',
  icon: 'widgets',
  shortcut: 'f',
  routes: ['/:id'],
  actions: { create: { title: 'New widget', path: '/widgets/new', icon: 'plus', role: 'editor' } },
  samples: ['/widgets', '/widgets/new'],
})
