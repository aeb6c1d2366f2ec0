import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const showsPage = definePage({
  name: 'shows',
  path: '/run-of-show',
  title: commonWords.shows,
  place: 'shows',
  icon: 'cues',
  shortcut: 'u',
  inPhoneBar: true,
  routes: ['/:id', '/:id/run', '/:id/report'],
  // The operator has the whole screen, and a slip of the finger opens no other page.
  bareRoutes: ['/:id/run'],
  actions: { create: { title: 'New show', path: '/run-of-show/new', icon: 'plus', role: 'editor' } },
})
