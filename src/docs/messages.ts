import { defineMessages } from '../kernel/text/message.ts'

export const docsMessages = defineMessages('docs', {
  title: 'Documentation',
  pageTitle: '{page} · Showcaller docs',
  skip: 'Skip to content',
  pages: 'Pages',
  menu: 'Menu',
  onThisPage: 'On this page',
  panel: 'Panel',
  search: 'Search the docs',
  reference: 'Operations',
  events: 'Event types',
  notFound: 'There is no such page in the docs.',
})

export const groupTitles = defineMessages('docs.groups', {
  start: 'Getting started',
  guides: 'Guides',
  api: 'API',
  features: 'Features',
  running: 'Running a server',
})
