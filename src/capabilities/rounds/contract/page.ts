import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const roundsPage = definePage({
  name: 'rounds',
  path: '/giveaways',
  title: commonWords.rounds,
  place: 'rounds',
  icon: 'check',
  shortcut: 'n',
})
