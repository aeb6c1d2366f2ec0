import { definePage } from '../../../definitions/define-page.ts'

export const homePage = definePage({
  name: 'home',
  path: '/',
  title: 'Home',
  place: 'home',
  icon: 'home',
  shortcut: 'h',
  inPhoneBar: true,
})
