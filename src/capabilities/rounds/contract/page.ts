import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const roundsPage = definePage({
  name: 'rounds',
  path: '/rounds',
  title: commonWords.rounds,
  group: 'people',
  icon: 'check',
  shortcut: 'n',
  samples: ['/rounds'],
})
