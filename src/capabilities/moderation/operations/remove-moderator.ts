import { defineOperation } from '../../../kernel/operation/operation.ts'
import { changeRole, roleAction } from './role-action.ts'

export const removeModerator = defineOperation({
  name: 'remove-moderator',
  ...roleAction,
  summary: 'Takes the role of a moderator away.',
  description: 'A platform refuses it for somebody who does not have the role.',
  handle: (call) => changeRole(call, { role: 'moderator', isAdded: false }),
})
