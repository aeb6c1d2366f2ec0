import { defineMessages } from '../../../src/kernel/text/message.ts'

export const docsMessages = defineMessages('docs.page', {
  tryIt: 'Try it',
  tryHelp: 'Calls this operation on this server with one of your keys. Every call runs for real.',
  open: 'Try it here',
  console: 'Open in the console',
  signIn: 'Sign in',
  signInFirst: 'Sign in to the panel to try this operation, then come back to this page.',
  send: 'Send',
  sending: 'Sending',
  results: { plural: 'count', one: '{count:number} result', other: '{count:number} results' },
  noResults: 'Nothing found.',
  searchFailed: 'The search could not be loaded. Check the connection and try again.',
  copyCode: 'Copy code',
})
