import { commonEventLabels } from '../../../../src/definitions/common-event-labels.ts'
import { commonWords } from '../../../../src/definitions/common-words.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'

export const homeMessages = defineMessages('home', {
  category: commonWords.category,
  noTitle: 'No title yet',
  noCategory: 'No category yet',
  editTitle: 'Edit title',
  editCategory: 'Edit category',
  searchCategory: commonMessages.searchCategories,
  saved: {
    plural: 'count',
    one: 'Updated on {count:number} platform',
    other: 'Updated on {count:number} platforms',
  },
  notSaved: 'Not updated on {names}',
  shown: 'Columns',
  chat: commonEventLabels.chat,
  people: commonEventLabels.people,
  now: 'Now',
  stream: commonEventLabels.stream,
  platformOffline: 'offline',
})
