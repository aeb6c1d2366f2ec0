import { definePage } from '../../../definitions/define-page.ts'

export const consolePage = definePage({
  name: 'console',
  path: '/console',
  title: 'Console',
  group: 'api',
  icon: 'console',
  shortcut: 'r',
  routes: ['/:name'],
  fillsWindow: true,
  samples: ['/console', '/console/effect-trigger'],
})
