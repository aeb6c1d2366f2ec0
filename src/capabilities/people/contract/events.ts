import { defineEvent } from '../../../definitions/define-event.ts'
import { panelRoleNames, panelRoles } from '../../../kernel/operation/contract/panel-roles.ts'
import { object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.people', {
  invitation: 'Person invited',
  invited: '{name} invited as {role}',
  roleChange: 'Role changed',
  roleChanged: '{name} is now {role}',
  removal: 'Person removed',
  removed: '{name} removed',
})

/** As who may read the audit log: addresses and accounts of people are not for everybody who is let in. */
const readers = { role: 'editor', scope: null } as const

export const personInvited = defineEvent({
  kind: 'person.invited',
  group: 'panel',
  icon: 'viewers',
  title: messages.invitation,
  data: object({ personId: text(), name: text(), role: oneOf(panelRoles) }),
  readableBy: readers,
  sentence: ({ name, role }) => messages.invited({ name, role: panelRoleNames[role] }),
})

export const roleChanged = defineEvent({
  kind: 'person.role-changed',
  group: 'panel',
  icon: 'viewers',
  title: messages.roleChange,
  data: object({ personId: text(), name: text(), before: oneOf(panelRoles), role: oneOf(panelRoles) }),
  readableBy: readers,
  sentence: ({ name, role }) => messages.roleChanged({ name, role: panelRoleNames[role] }),
})

export const personRemoved = defineEvent({
  kind: 'person.removed',
  group: 'panel',
  icon: 'viewers',
  title: messages.removal,
  data: object({ personId: text(), name: text() }),
  readableBy: readers,
  sentence: ({ name }) => messages.removed({ name }),
})

export const peopleEvents = [personInvited, roleChanged, personRemoved] as const
