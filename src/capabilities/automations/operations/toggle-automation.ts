import { flag } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { literalSet } from '../../../kernel/schema/open-schema.ts'
import { integer, object, optional, text } from '../../../kernel/schema/schema.ts'
import { automationReference, oneAutomation } from './fields.ts'

export const toggleAutomation = defineOperation({
  name: 'toggle-automation',
  group: 'Automations',
  summary: 'Switches an automation on or off.',
  description: 'Toggles the automation when active is left out. With both id and name, the id is used.',
  scope: 'automations:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 90,
  effect: 'rows',
  input: object(
    {
      ...automationReference,
      active: optional(
        literalSet<0 | 1 | boolean>(['integer', 'boolean'], [0, 1, true, false], { description: 'The new state.' }),
      ),
    },
    oneAutomation,
  ),
  output: object({
    id: integer(),
    name: text(),
    active: flag('1 when it is switched on now.'),
    previous_active: flag('1 when it was switched on before.'),
  }),
  failures: ['automation_not_found'],
  example: {
    input: { name: 'Thank followers', active: 1 },
    output: { id: 1, name: 'Thank followers', active: 1, previous_active: 1 },
  },
  async handle({ input, caller, ctx, commit }) {
    const active = input.active === undefined ? undefined : Boolean(input.active)
    return commit(async (tx) => {
      const toggled = await ctx.automationParts.automations.toggle(tx, caller, input, active)
      const { id, name } = toggled
      return { id, name, active: toggled.active ? 1 : 0, previous_active: toggled.previousActive ? 1 : 0 }
    })
  },
})
