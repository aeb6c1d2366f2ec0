import { defineOperation } from '../../../kernel/operation/operation.ts'
import { changeRole, roleAction } from './role-action.ts'

export const addModerator = defineOperation({
  name: 'add-moderator',
  ...roleAction,
  summary: 'Makes a viewer a moderator.',
  description: 'A platform refuses it for somebody who has the role, or another one that excludes it.',
  handle: (call) => changeRole(call, { role: 'moderator', isAdded: true }),
})
