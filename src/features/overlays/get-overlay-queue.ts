import { cueKinds } from '../../contract/overlay-messages.ts'
import { boolean, list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { firingExample, firingFields, toFiringFields } from './firing-fields.ts'

export const getOverlayQueue = definePanelOperation({
  name: 'get-overlay-queue',
  summary: 'What is on screen and what waits, in order of arrival.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    connected: boolean(),
    paused: boolean(),
    playing: list(firingFields),
    waiting: list(firingFields),
  }),
  failures: [],
  example: {
    input: {},
    output: { connected: true, paused: false, playing: [{ ...firingExample, state: 'shown' }], waiting: [] },
  },
  async handle({ caller, ctx }) {
    const { paused, playing, waiting } = await ctx.overlayQueue.look(caller.channel.id)
    return {
      connected: cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind })),
      paused,
      playing: playing.map(toFiringFields),
      waiting: waiting.map(toFiringFields),
    }
  },
})
