import { definePage } from '../../../definitions/define-page.ts'

export const alertsPage = definePage({
  name: 'alerts',
  path: '/alerts',
  title: 'Alerts',
  group: 'content',
  icon: 'alerts',
  shortcut: 'l',
  routes: ['/:id'],
  actions: { create: { title: 'New audio alert', path: '/alerts/new', icon: 'plus', role: 'editor' } },
  samples: ['/alerts', '/alerts/event-1', '/alerts/1', '/alerts/donations', '/alerts/files'],
})
