import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const rollOverlayLink = definePanelOperation({
  name: 'roll-overlay-link',
  summary: 'A new overlay link. Pages under the old one close at once.',
  role: 'editor',
  effect: 'rows',
  input: object({}),
  output: object({ link: text() }),
  failures: [],
  example: { input: {}, output: { link: 'http://127.0.0.1:4400/overlay#1.abc' } },
  async handle({ caller, ctx }) {
    return { link: await ctx.overlays.rollLink(caller) }
  },
})
