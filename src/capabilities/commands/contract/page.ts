import { commonWords } from '../../../definitions/common-words.ts'
import { definePage } from '../../../definitions/define-page.ts'

export const commandsPage = definePage({
  name: 'commands',
  path: '/commands',
  title: commonWords.commands,
  place: 'commands',
  icon: 'commands',
  shortcut: 'c',
  routes: ['/:id'],
  actions: { create: { title: 'New command', path: '/commands/new', icon: 'plus', role: 'editor' } },
})
