import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const aiPage = definePage({
  name: 'ai',
  path: '/ai',
  title: commonWords.aiBot,
  group: 'content',
  icon: 'chat',
  shortcut: 'i',
  samples: ['/ai'],
})
