import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const viewersPage = definePage({
  name: 'viewers',
  path: '/viewers',
  title: commonWords.viewers,
  place: 'viewers',
  icon: 'viewers',
  shortcut: 'v',
  inPhoneBar: true,
})
