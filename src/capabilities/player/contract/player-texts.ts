import { defineMessages } from '../../../kernel/text/message.ts'

/** The text of the player page, for people who open it in a browser. */
export const playerPageMessages = defineMessages('playerPage', {
  incompleteLink: 'This page needs the whole player link, including everything after the # sign.',
})
