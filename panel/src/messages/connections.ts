import { defineMessages } from '../../../src/messages/message.ts'

export const connectionMessages = defineMessages('connections.panel', {
  titled: '{title}: {words}',
  moreProblems: '+{count:number} more',
})
