import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const effectsPage = definePage({
  name: 'effects',
  path: '/effects',
  title: commonWords.effects,
  place: 'alerts',
  icon: 'effects',
  shortcut: 'e',
  neededBy: 'moderator',
  routes: ['/:id'],
  actions: { create: { title: 'New effect', path: '/effects/new', icon: 'plus', role: 'editor' } },
})
