import { commonWords } from '../../definitions/common-words.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** The pages of a first start. */
export const setUpMessages = defineMessages('pages.set-up', {
  pageTitle: 'Set up · Showcaller',
  title: 'Welcome. Let’s set up your server.',
  codeTitle: 'Set-up code',
  codeHint: 'It is in the window in which you started Showcaller, and in the file {file} of the data folder.',
  codeChosenHint: 'The person who started this server has set it: SHOWCALLER_SETUP_CODE.',
  language: commonWords.language,
  languageHint: 'For the panel, and for what viewers read in chat and on stream. You can change both later.',
  channelName: 'Name of your channel',
  begin: 'Begin',
  wrongCode: 'That is not the set-up code. Check the window in which you started Showcaller.',
  usedUp: 'The set-up code was wrong ten times and no longer works. Restart Showcaller to get a new one.',
  wrongName: 'Enter a name of 1 to {max:number} characters.',
  nextTitle: 'You are signed in. What would you like to do first?',
  nextAlert: 'See an alert on the overlay',
  nextAlertHint: 'Test mode has simulated viewers. Nothing you try there reaches a real chat.',
  nextConnect: 'Connect your channel',
  nextConnectHint: 'Kick, Twitch, YouTube or TikTok.',
  nextKey: 'Make an API key',
  nextKeyHint: 'For your own app, an automation tool or a hardware deck.',
})
