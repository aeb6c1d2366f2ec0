import { panelRoles } from '../../contract/panel-roles.ts'
import { object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const invitePerson = definePanelOperation({
  name: 'invite-person',
  summary: 'Lets somebody in with a role. The link is shown once and works once, within an hour.',
  role: 'owner',
  needsRecentSignIn: true,
  effect: 'rows',
  input: object({
    name: text({ min: 1, max: 100, cleaning: 'name', description: 'What the others call them.' }),
    role: oneOf(panelRoles, { description: 'What they may do.' }),
  }),
  output: object({ id: text(), link: text() }),
  failures: [],
  example: {
    input: { name: 'mara', role: 'moderator' },
    output: { id: 'person_1', link: 'http://127.0.0.1:4400/sign-in?link=link_1' },
  },
  async handle({ input, caller, ctx }) {
    const person = await ctx.db.write((tx) => ctx.people.invite(tx, caller, input.name, input.role))
    const link = await ctx.sessions.makeLink(caller.channel, person)
    return { id: person.id, link: `${ctx.baseUrl()}/sign-in?link=${link}` }
  },
})
