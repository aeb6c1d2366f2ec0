import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const musicPage = definePage({
  name: 'music',
  path: '/music',
  title: commonWords.music,
  place: 'music',
  icon: 'music',
  shortcut: 'm',
})
