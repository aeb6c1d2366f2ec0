import { definePage } from './define-page.ts'

export const activityPage = definePage({
  name: 'activity',
  path: '/activity',
  title: 'Activity',
  group: 'show',
  icon: 'activity',
  shortcut: 'a',
  inPhoneBar: true,
  samples: ['/activity'],
})
