import { panelRoles } from '../../contract/panel-roles.ts'
import { object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const setPersonRole = definePanelOperation({
  name: 'set-person-role',
  summary: 'Changes what somebody may do.',
  role: 'owner',
  needsRecentSignIn: true,
  effect: 'rows',
  input: object({
    person_id: text({ max: 100, description: 'Whose role.' }),
    role: oneOf(panelRoles, { description: 'What they may do from now on.' }),
  }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { person_id: 'person_1', role: 'editor' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.setRole(tx, caller, input.person_id, input.role)
      return {}
    })
  },
})
