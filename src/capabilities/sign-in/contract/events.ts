import { defineEvent } from '../../../definitions/define-event.ts'
import { integer, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.people', {
  signIn: 'Sign-in',
  signedIn: '{name} signed in',
  signOut: 'Browser signed out',
  signedOut: '{name} signed out a browser',
  accountAdded: 'Sign-in account added',
  accountAddedNamed: '{name} can sign in as {username} on {service}',
  accountRemoved: 'Sign-in account removed',
  accountRemovedNamed: '{name} can no longer sign in as {username} on {service}',
  methodAdded: 'Sign-in method added',
  methodAddedNamed: '{name} can sign in with: {type}',
  methodRemoved: 'Sign-in method removed',
  methodRemovedNamed: '{name} can no longer sign in with: {type}',
  codesRefused: 'Wrong one-time codes',
  codesRefusedNamed: 'Wrong one-time codes were entered after the right password of {name}',
  link: 'Sign-in link created',
  linkFor: 'Sign-in link for {name} created',
  addingAccount: 'Adding a sign-in account',
  addingAccountOf: 'Started to add a sign-in account on {service}',
  channelSwitch: 'Switched to another channel',
  language: 'Language changed',
})

const methodNames = defineMessages('events.people.methods', {
  passkey: 'passkey',
  password: 'password',
  'one-time codes': 'one-time codes',
})

/** As who may read the audit log: addresses and accounts of people are not for everybody who is let in. */
const readers = { role: 'editor', scope: null } as const

export const sessionStarted = defineEvent({
  kind: 'session.started',
  group: 'panel',
  icon: 'viewers',
  title: messages.signIn,
  data: object({ name: text(), address: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.signedIn({ name }),
})

export const sessionEnded = defineEvent({
  kind: 'session.ended',
  group: 'panel',
  icon: 'viewers',
  title: messages.signOut,
  data: object({ name: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.signedOut({ name }),
})

const account = object({ personId: text(), name: text(), service: text(), username: text() })

export const accountAdded = defineEvent({
  kind: 'person.account-added',
  group: 'panel',
  icon: 'viewers',
  title: messages.accountAdded,
  data: account,
  readableBy: readers,
  sentence: ({ name, username, service }) => messages.accountAddedNamed({ name, username, service }),
})

export const accountRemoved = defineEvent({
  kind: 'person.account-removed',
  group: 'panel',
  icon: 'viewers',
  title: messages.accountRemoved,
  data: account,
  readableBy: readers,
  sentence: ({ name, username, service }) => messages.accountRemovedNamed({ name, username, service }),
})

const method = object({ personId: text(), name: text(), type: oneOf(['passkey', 'password', 'one-time codes']) })

export const signInMethodAdded = defineEvent({
  kind: 'person.sign-in-added',
  group: 'panel',
  icon: 'viewers',
  title: messages.methodAdded,
  data: method,
  readableBy: readers,
  sentence: ({ name, type }) => messages.methodAddedNamed({ name, type: methodNames[type] }),
})

export const signInMethodRemoved = defineEvent({
  kind: 'person.sign-in-removed',
  group: 'panel',
  icon: 'viewers',
  title: messages.methodRemoved,
  data: method,
  readableBy: readers,
  sentence: ({ name, type }) => messages.methodRemovedNamed({ name, type: methodNames[type] }),
})

export const codesRefused = defineEvent({
  kind: 'person.codes-refused',
  group: 'panel',
  icon: 'viewers',
  title: messages.codesRefused,
  data: object({ name: text(), count: integer({ description: 'Wrong codes in a row.' }) }),
  readableBy: readers,
  sentence: ({ name }) => messages.codesRefusedNamed({ name }),
})

export const signInLinkCreated = defineEvent({
  kind: 'panel.make-sign-in-link',
  group: 'panel',
  icon: 'viewers',
  title: messages.link,
  data: object({ personId: text(), name: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.linkFor({ name }),
})

export const addingAccountStarted = defineEvent({
  kind: 'panel.begin-adding-sign-in',
  group: 'panel',
  icon: 'viewers',
  title: messages.addingAccount,
  data: object({ service: text() }),
  readableBy: readers,
  sentence: ({ service }) => messages.addingAccountOf({ service }),
})

export const channelSwitched = defineEvent({
  kind: 'panel.switch-channel',
  group: 'panel',
  icon: 'viewers',
  title: messages.channelSwitch,
  data: object({}),
  readableBy: readers,
  sentence: () => messages.channelSwitch(),
})

export const languageChosen = defineEvent({
  kind: 'panel.save-language',
  group: 'panel',
  icon: 'viewers',
  title: messages.language,
  data: object({ language: text() }),
  readableBy: readers,
  sentence: () => messages.language(),
})

export const signInEvents = [
  sessionStarted,
  sessionEnded,
  accountAdded,
  accountRemoved,
  signInMethodAdded,
  signInMethodRemoved,
  codesRefused,
  signInLinkCreated,
  addingAccountStarted,
  channelSwitched,
  languageChosen,
] as const
