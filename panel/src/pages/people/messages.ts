import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonMessages } from '../../messages/common.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const teamMessages = defineMessages('settings.team', {
  title: 'Team members',
  invite: 'Invite',
  inviteTitle: settingsPage.actionTitles.invite,
  inviteHelp: 'You get a sign-in link that works once. Send it to the person you invite.',
  name: commonLabels.name,
  namePlaceholder: 'mara',
  role: 'Role',
  roleOf: 'Role: {name}',
  you: 'you',
  link: commonTexts.newLink,
  linkOf: 'New link: {name}',
  linkTitle: 'Sign-in link for {name}',
  linkHelp: 'It works once, within an hour, and is not shown again.',
  remove: commonTexts.remove,
  removeOne: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeHelp: 'They are signed out immediately and need a new invitation to return.',
  removed: '{name} no longer has access',
  roleChanged: '{name} now has the role {role}',
})

export const signInAccountMessages = defineMessages('settings.sign-ins', {
  title: 'Sign-in accounts',
  help: 'Sign in with a platform account instead of a link. Showcaller only reads who you are.',
  add: 'Add {service}',
  remove: commonTexts.remove,
  removeOne: 'Remove: {username}, {service}',
  added: 'Sign-in account added',
  removed: 'Sign-in account removed',
})

/** By the code of the failure; other codes have the texts of the sign-in page. */
export const signInAccountFailures = defineMessages('settings.sign-ins.failures', {
  missing_role: 'Another team member already signs in with this account.',
  cancelled: 'Nothing was added: you declined on the platform.',
})

export const sessionMessages = defineMessages('settings.sessions', {
  title: commonMessages.activeSessions,
  help: 'A session ends after twelve hours without an open tab, and after thirty days at the latest.',
  current: 'this browser',
  started: 'Signed in {date}',
  seen: 'last seen',
  end: 'Sign out',
  endOne: 'Sign out: {browser}',
  ended: 'Browser signed out',
  endOthers: 'Sign out all other browsers',
  othersEnded: 'All other browsers signed out',
  unknownBrowser: 'Unknown browser',
})

export const sandboxSignInMessages = defineMessages('settings.sandbox-sign-in', {
  title: 'Sign in as someone else',
  help: 'The sandbox has its own sign-in page, while every platform is in test mode. A new broadcaster there gets a new channel.',
  button: commonTexts.signInWithTheSandbox,
})
