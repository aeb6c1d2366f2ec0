import { Failure } from '../../contract/failures.ts'
import { integer, list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { onPanel, viewerEntry } from './viewer-fields.ts'

export const getViewer = definePanelOperation({
  name: 'get-viewer',
  summary: 'One viewer with the ledger that explains the balance.',
  role: 'viewer',
  effect: 'none',
  input: object({ viewer_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Who.' }) }),
  output: object({
    viewer: viewerEntry,
    ledger: list(
      object({
        seq: integer(),
        delta: integer(),
        balance: integer(),
        reason: text(),
        actor: text(),
        at: integer(),
      }),
    ),
  }),
  failures: ['user_not_found'],
  example: {
    input: { viewer_id: 1 },
    output: {
      viewer: {
        id: 1,
        platform: 'kick',
        username: 'alice',
        displayname: 'Alice',
        points: 10,
        coin: 0,
        watch_minutes: 5,
        message_count: 2,
      },
      ledger: [],
    },
  },
  async handle({ input, caller, ctx }) {
    const viewer = await ctx.viewers.getById(ctx.db, caller.channel.id, input.viewer_id)
    if (viewer === undefined) throw new Failure('user_not_found', { message: 'There is no such viewer.' })
    const ledger = await ctx.points.ledger(caller.channel, viewer, 100)
    return {
      viewer: onPanel(viewer),
      ledger: ledger.map(({ seq, delta, balance, reason, actor, at }) => ({ seq, delta, balance, reason, actor, at })),
    }
  },
})
