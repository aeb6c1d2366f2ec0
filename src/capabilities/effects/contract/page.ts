import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const effectsPage = definePage({
  name: 'effects',
  path: '/effects',
  title: commonWords.effects,
  group: 'content',
  icon: 'effects',
  shortcut: 'e',
  routes: ['/:id'],
  actions: { create: { title: 'New effect', path: '/effects/new', icon: 'plus', role: 'editor' } },
  samples: ['/effects/new', '/effects/confetti'],
})
