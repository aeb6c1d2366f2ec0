import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const valuesPage = definePage({
  name: 'values',
  path: '/values',
  title: commonWords.values,
  group: 'content',
  icon: 'values',
  shortcut: 'd',
  routes: ['/:name'],
  actions: { create: { title: 'New value', path: '/values?new', icon: 'plus', role: 'editor' } },
  samples: ['/values'],
})
