import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { object } from '../../kernel/schema/schema.ts'

export const askVtsAgain = definePanelOperation({
  name: 'ask-vts-again',
  summary: 'Asks for the permission in VTube Studio again, after somebody has refused it there.',
  role: 'editor',
  grants: 'nothing',
  effect: 'outside',
  input: object({}),
  output: object({}),
  failures: [],
  example: { input: {}, output: {} },
  async handle({ caller, ctx, commit }) {
    ctx.vts.askAgain(caller.channel.id)
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.check-service-setup', data: { service: 'vts' } })
      return {}
    })
  },
})
