import { definePage } from '../../../definitions/define-page.ts'

export const homePage = definePage({
  name: 'home',
  path: '/',
  title: 'Home',
  group: 'show',
  icon: 'home',
  shortcut: 'h',
  inPhoneBar: true,
  samples: ['/'],
})
