import { definePage } from '../../../definitions/define-page.ts'

export const consolePage = definePage({
  name: 'console',
  path: '/developer/console',
  title: 'Console',
  place: 'developer',
  icon: 'console',
  shortcut: 'r',
  neededBy: 'editor',
  routes: ['/:name'],
  fillsWindow: true,
})
