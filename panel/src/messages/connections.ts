import { defineMessages } from '../../../src/kernel/text/message.ts'

export const connectionMessages = defineMessages('connections.panel', {
  titled: '{title}: {words}',
  moreProblems: '+{count:number} more',
})
