import { panelRoles } from '../../contract/panel-roles.ts'
import { boolean, integer, list, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const listPeople = definePanelOperation({
  name: 'list-people',
  summary: 'Who works at this channel.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    people: list(object({ id: text(), name: text(), role: oneOf(panelRoles), since: integer(), you: boolean() })),
  }),
  failures: [],
  example: { input: {}, output: { people: [] } },
  async handle({ caller, ctx }) {
    const people = await ctx.people.list(caller.channel)
    return { people: people.map((person) => ({ ...person, you: person.id === caller.person.id })) }
  },
})
