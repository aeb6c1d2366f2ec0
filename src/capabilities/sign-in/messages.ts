import { defineMessages } from '../../kernel/text/message.ts'

export const sessionErrors = defineMessages('errors.sessions', {
  recentSignInNeeded: 'This requires a sign-in within the last hour. Sign in again to continue.',
  linkUsed: 'This link was already used or has expired. Create a new one: npx showcaller link',
})
