import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const getOverlayLink = definePanelOperation({
  name: 'get-overlay-link',
  summary: 'The link that OBS shows. Whoever has it sees what the overlay shows.',
  role: 'editor',
  effect: 'none',
  input: object({}),
  output: object({ link: text() }),
  failures: [],
  example: { input: {}, output: { link: 'http://127.0.0.1:4400/overlay#1.abc' } },
  async handle({ caller, ctx }) {
    return { link: await ctx.overlays.link(caller.channel) }
  },
})
