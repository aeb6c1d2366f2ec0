import { definePage } from '../../../definitions/define-page.ts'

export const rewardsPage = definePage({
  name: 'rewards',
  path: '/rewards',
  title: 'Rewards',
  place: 'rewards',
  icon: 'gift',
  shortcut: 'w',
  neededBy: 'moderator',
  routes: ['/:platform'],
})
