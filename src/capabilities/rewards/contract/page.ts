import { definePage } from '../../../definitions/define-page.ts'

export const rewardsPage = definePage({
  name: 'rewards',
  path: '/rewards',
  title: 'Rewards',
  group: 'content',
  icon: 'gift',
  shortcut: 'w',
  routes: ['/:platform'],
  samples: ['/rewards', '/rewards/kick'],
})
