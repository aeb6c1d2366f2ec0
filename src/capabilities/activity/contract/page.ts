import { definePage } from '../../../definitions/define-page.ts'

export const activityPage = definePage({
  name: 'activity',
  path: '/activity',
  title: 'Activity',
  place: 'home',
  icon: 'activity',
  shortcut: 'a',
  routes: ['/streams', '/streams/:seq'],
})
