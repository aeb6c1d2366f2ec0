import { defineOperation } from '../../../kernel/operation/operation.ts'
import { changeRole, roleAction } from './role-action.ts'

export const removeVip = defineOperation({
  name: 'remove-vip',
  ...roleAction,
  summary: 'Takes the role of a VIP away.',
  description: 'A platform refuses it for somebody who does not have the role.',
  handle: (call) => changeRole(call, { role: 'vip', isAdded: false }),
})
