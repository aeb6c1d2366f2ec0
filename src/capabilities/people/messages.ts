import { defineMessages } from '../../kernel/text/message.ts'

export const peopleErrors = defineMessages('errors.people', {
  notAMember: 'This person is not a member of this channel.',
  ownerNeeded: 'A channel needs at least one owner.',
  notYourAccount: 'You do not sign in with this account.',
  tooMany: 'At most {max} people can be members of one channel.',
})
