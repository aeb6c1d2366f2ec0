import { definePage } from '../../../definitions/define-page.ts'

export const widgetsPage = definePage({
  name: 'widgets',
  path: '/widgets',
  title: 'Widgets',
  place: 'overlay',
  icon: 'widgets',
  shortcut: 'f',
  neededBy: 'editor',
  routes: ['/:id'],
  actions: { create: { title: 'New widget', path: '/widgets/new', icon: 'plus', role: 'editor' } },
})
