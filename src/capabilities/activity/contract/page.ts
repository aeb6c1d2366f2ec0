import { definePage } from '../../../definitions/define-page.ts'

export const activityPage = definePage({
  name: 'activity',
  path: '/activity',
  title: 'Activity',
  group: 'show',
  icon: 'activity',
  shortcut: 'a',
  inPhoneBar: true,
  routes: ['/streams', '/streams/:seq'],
  samples: ['/activity', '/activity/streams'],
})
