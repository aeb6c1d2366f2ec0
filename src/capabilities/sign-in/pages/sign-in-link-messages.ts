import { commonWords } from '../../../definitions/common-words.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

/** The page of a sign-in link. */
export const signInLinkMessages = defineMessages('pages.sign-in-link', {
  pageTitle: 'Sign in · Showcaller',
  title: 'Sign in to {channel}',
  as: 'This link signs you in as {person}. It works once.',
  replaces: 'This browser is signed in as {person} ({channel}). Signing in ends that session.',
  signIn: commonWords.signIn,
  stay: 'Stay signed in as {person}',
})
