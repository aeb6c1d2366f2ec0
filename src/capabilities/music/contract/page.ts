import { definePage } from '../../../definitions/define-page.ts'

export const musicPage = definePage({
  name: 'music',
  path: '/music',
  title: 'Music',
  group: 'show',
  icon: 'music',
  shortcut: 'm',
  samples: ['/music'],
})
