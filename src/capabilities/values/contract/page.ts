import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const valuesPage = definePage({
  name: 'values',
  path: '/counters',
  title: commonWords.values,
  place: 'values',
  icon: 'values',
  shortcut: 'd',
  routes: ['/:name'],
  actions: { create: { title: 'New value', path: '/counters?new', icon: 'plus', role: 'editor' } },
})
