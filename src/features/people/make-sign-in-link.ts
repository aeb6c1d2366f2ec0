import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const makeSignInLink = definePanelOperation({
  name: 'make-sign-in-link',
  summary: 'A new link for somebody who works here already. It works once, within an hour.',
  role: 'owner',
  needsRecentSignIn: true,
  effect: 'rows',
  input: object({ person_id: text({ max: 100, description: 'Whom it lets in.' }) }),
  output: object({ link: text() }),
  failures: ['not_found'],
  example: {
    input: { person_id: 'person_1' },
    output: { link: 'http://127.0.0.1:4400/sign-in?link=link_1' },
  },
  async handle({ input, caller, ctx }) {
    const person = await ctx.people.getMember(ctx.db, caller.channel.id, input.person_id)
    const link = await ctx.sessions.makeLink(caller.channel, person)
    return { link: `${ctx.baseUrl()}/sign-in?link=${link}` }
  },
})
