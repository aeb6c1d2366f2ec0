import { defineOperation } from '../../../kernel/operation/operation.ts'
import { changeRole, roleAction } from './role-action.ts'

export const addVip = defineOperation({
  name: 'add-vip',
  ...roleAction,
  summary: 'Makes a viewer a VIP.',
  description: 'A platform refuses it for somebody who has the role, or another one that excludes it.',
  handle: (call) => changeRole(call, { role: 'vip', isAdded: true }),
})
