import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const aiPage = definePage({
  name: 'ai',
  path: '/ai-bot',
  title: commonWords.aiBot,
  place: 'ai',
  icon: 'chat',
  shortcut: 'i',
  neededBy: 'editor',
})
