import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about donation providers. */
export const donationErrors = defineMessages('errors.donations', {
  notStored: 'A donation could not be stored.',
  unexpected: '{provider} sent something unexpected.',
  otherSecret:
    'A delivery came with another {secret} than the one entered here. Compare it with the one that {provider} shows.',
  accountRequired: 'account is required: the token does not say whose it is. Enter the Account ID beside it.',
  works: '{provider} accepts the token. Donations there are received.',
  timedOut: '{provider} did not answer in time.',
  enterSecret: 'Enter the {secret} of {provider} first.',
  saveFirst: 'Save the {secret} first. {provider} can then deliver to the address above.',
  delivered: 'A delivery of {provider} arrived and was accepted.',
  waiting: 'Nothing has arrived from {provider} yet. Send a test there, then check again.',
  unreachable:
    'Nothing has arrived from {provider}, and it cannot reach this server at {address}. Set SHOWCALLER_PUBLIC_URL to a public https address.',
  notSetUp: 'provider {provider} is not set up.',
})
