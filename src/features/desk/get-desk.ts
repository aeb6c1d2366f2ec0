import { integer, list, object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { deskState, loggedEvent } from './fields.ts'
import { listNeeds, needCodes } from './needs.ts'

const recentCount = 40

export const getDesk = definePanelOperation({
  name: 'get-desk',
  summary: 'What is on air, what just happened, what needs you.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    state: deskState,
    recent: list(loggedEvent),
    needs: list(object({ code: oneOf(needCodes), count: integer() })),
    last_seq: integer({ description: 'Where the event stream goes on from.' }),
  }),
  failures: [],
  example: {
    input: {},
    output: { state: { booths: [], overlay: false, bot: true, extension: true }, recent: [], needs: [], last_seq: 0 },
  },
  async handle({ caller, ctx }) {
    const { channel } = caller
    // First the place, then what stands before it: what comes between arrives with the stream.
    const lastSeq = await ctx.overlays.lastSeq(channel.id)
    const [state, recent] = await Promise.all([
      ctx.desk.look(channel),
      ctx.events.before(ctx.db, channel.id, lastSeq + 1, recentCount),
    ])
    return { state, recent, needs: await listNeeds(ctx, channel, state), last_seq: lastSeq }
  },
})
