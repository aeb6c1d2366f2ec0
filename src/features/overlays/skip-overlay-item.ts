import { Failure } from '../../contract/failures.ts'
import { cueKinds } from '../../contract/overlay-messages.ts'
import { object, optional, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const skipOverlayItem = definePanelOperation({
  name: 'skip-overlay-item',
  summary: 'Ends what is on screen, or the one item with this id.',
  role: 'moderator',
  effect: 'outside',
  input: object({ id: optional(text({ max: 100, description: 'The firing; without one, whatever is on screen.' })) }),
  output: object({}),
  failures: ['not_found', 'overlay_not_connected'],
  example: { input: {}, output: {} },
  async handle({ input, caller, ctx }) {
    const isThere = cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind }))
    if (!isThere) throw new Failure('overlay_not_connected')
    await ctx.overlayQueue.skip(caller, input.id)
    return {}
  },
})
