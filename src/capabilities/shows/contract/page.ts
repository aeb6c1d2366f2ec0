import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const showsPage = definePage({
  name: 'shows',
  path: '/shows',
  title: commonWords.shows,
  group: 'show',
  icon: 'cues',
  shortcut: 'u',
  routes: ['/:id', '/:id/run', '/:id/report'],
  // The operator has the whole screen, and a slip of the finger opens no other page.
  bareRoutes: ['/:id/run'],
  actions: { create: { title: 'New show', path: '/shows/new', icon: 'plus', role: 'editor' } },
  samples: ['/shows', '/shows/new'],
})
