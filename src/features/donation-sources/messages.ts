import { defineMessages } from '../../messages/message.ts'

/** Errors about donation providers. */
export const donationErrors = defineMessages('errors.donations', {
  notStored: 'A donation could not be stored.',
  unexpected: '{provider} sent something unexpected.',
  otherSecret:
    'A delivery came with another {secret} than the one entered here. Compare it with the one that {provider} shows.',
  accountRequired: 'account is required: the token does not say whose it is. Enter the Account ID beside it.',
  notSetUp: 'provider {provider} is not set up.',
})
