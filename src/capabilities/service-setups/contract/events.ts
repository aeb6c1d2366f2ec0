import { defineEvent } from '../../../definitions/define-event.ts'
import { list, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { setupTitle } from './setup-titles.ts'

/** The credentials of services. */
const messages = defineMessages('events.settings', {
  setupSaved: 'Credentials changed',
  setupSavedOf: 'Credentials of {service} changed',
  setupRemoved: 'Credentials removed',
  setupRemovedOf: 'Credentials of {service} removed',
  setupChecked: 'Credentials checked',
  setupCheckedOf: 'Credentials of {service} checked',
})

const auditReaders = { role: 'editor', scope: null } as const

/** The names of the fields that were entered, never their values. */
export const setupSaved = defineEvent({
  kind: 'service-setup.saved',
  group: 'panel',
  icon: 'settings',
  title: messages.setupSaved,
  data: object({ service: text(), fields: list(text()) }),
  readableBy: auditReaders,
  sentence: ({ service }) => messages.setupSavedOf({ service: setupTitle(service) }),
})

export const setupRemoved = defineEvent({
  kind: 'service-setup.removed',
  group: 'panel',
  icon: 'settings',
  title: messages.setupRemoved,
  data: object({ service: text() }),
  readableBy: auditReaders,
  sentence: ({ service }) => messages.setupRemovedOf({ service: setupTitle(service) }),
})

export const setupChecked = defineEvent({
  kind: 'panel.check-service-setup',
  group: 'panel',
  icon: 'settings',
  title: messages.setupChecked,
  data: object({ service: text() }),
  readableBy: auditReaders,
  sentence: ({ service }) => messages.setupCheckedOf({ service: setupTitle(service) }),
})

export const serviceSetupEvents = [setupSaved, setupRemoved, setupChecked] as const
