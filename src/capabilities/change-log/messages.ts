import { defineMessages } from '../../kernel/text/message.ts'

export const changeLogErrors = defineMessages('errors.changeLog', {
  noSuchThing: 'It does not exist any more.',
  notInTrash: 'This is not in the trash any more. It was restored, or its 30 days are over.',
})
