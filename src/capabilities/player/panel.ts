import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, object, text } from '../../kernel/schema/schema.ts'

export const getPlayerPage = definePanelOperation({
  name: 'get-player-page',
  summary: 'Returns the link of the player page for OBS, and whether the page is open.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    link: text({ description: 'It gives access to the requested videos that play.' }),
    open: boolean(),
  }),
  failures: [],
  example: { input: {}, output: { link: 'http://localhost:4400/player#pl_1_abc', open: false } },
  async handle({ caller, ctx }) {
    return { link: await ctx.playerLinks.link(caller.channel), open: ctx.playerPages.isOpen(caller.channel.id) }
  },
})
