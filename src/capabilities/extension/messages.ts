import { defineMessages } from '../../kernel/text/message.ts'

/** Errors of the browser extension. {because} is empty, or the message of that name. */
export const extensionErrors = defineMessages('errors.extension', {
  away: 'Kick clips are made by the Showcaller extension in your browser, and it is not connected. Open that browser, or pair the extension {place}.',
  notPaired: 'id is not a paired browser.',
  noTab:
    'No page of Kick is open in the browser with the extension. Open https://kick.com/{slug} there and leave it open.',
  signedOut: 'The browser with the extension is not signed in to Kick. Sign in at https://kick.com there.',
  notLive: 'The stream on Kick is offline.',
  pageChanged:
    'Kick has changed its page, and the extension does not know the new one{because}. Download the newest extension {place}.',
  rateLimited: 'Kick asks for a pause between clips. Wait a minute and try again.',
  refused: 'Kick refused the clip{because}.',
  timedOut: 'The clip was not ready in time{because}. Look at your clips on Kick before you try again.',
  because: ' ({detail})',
})

/** Why there is no result of the extension. What it reports itself are its own messages, in `extension/`. */
export const extensionDetails = defineMessages('errors.extension.details', {
  noResult: 'the browser did not answer',
  disconnected: 'the browser disconnected',
  shutDown: 'the server was shut down',
})
