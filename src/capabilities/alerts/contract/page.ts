import { definePage } from '../../../definitions/define-page.ts'

export const alertsPage = definePage({
  name: 'alerts',
  path: '/alerts',
  title: 'Alerts',
  place: 'alerts',
  icon: 'alerts',
  shortcut: 'l',
  neededBy: 'moderator',
  routes: ['/:id'],
  actions: { create: { title: 'New audio alert', path: '/alerts/new', icon: 'plus', role: 'editor' } },
})
