import { defineMessages } from '../../text/message.ts'

/** Texts of the pages that the server renders itself. */
export const pageMessages = defineMessages('pages', {
  connectTitle: 'Connect {service}',
  continueAt: 'Continue to {service}',
})

export const notFoundMessages = defineMessages('pages.not-found', {
  pageTitle: 'Page not found · Showcaller',
  title: 'Page not found',
  help: 'There is nothing at this address.',
  goHome: 'Go to Home',
})

/** The page of a failure, with the sentence of the failure. */
export const failedMessages = defineMessages('pages.failed', {
  pageTitle: 'Something went wrong · Showcaller',
  title: 'Something went wrong',
})
