import { definePage } from '../../../definitions/define-page.ts'

export const roundsPage = definePage({
  name: 'rounds',
  path: '/rounds',
  title: 'Rounds',
  group: 'people',
  icon: 'check',
  shortcut: 'n',
  samples: ['/rounds'],
})
