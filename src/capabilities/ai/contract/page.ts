import { definePage } from '../../../definitions/define-page.ts'

export const aiPage = definePage({
  name: 'ai',
  path: '/ai',
  title: 'AI bot',
  group: 'content',
  icon: 'chat',
  shortcut: 'i',
  samples: ['/ai'],
})
