import { date, integer, list, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { currencies } from '../points/ledger.ts'
import { exampleViewer, onPanel, viewerEntry, viewerId } from './viewer-fields.ts'

const shownDays = 366

export const getViewer = definePanelOperation({
  name: 'get-viewer',
  summary: 'One viewer with linked accounts, watch time by day, and the ledger that explains the balances.',
  role: 'viewer',
  effect: 'none',
  input: object({ viewer_id: viewerId }),
  output: object({
    viewer: viewerEntry,
    accounts: list(viewerEntry, { description: "All of the person's, this one too." }),
    days: list(object({ day: date(), minutes: integer(), messages: integer() }), {
      description: 'Days with watch time or messages, oldest first; a year at most.',
    }),
    ledger: list(
      object({
        seq: integer(),
        currency: oneOf(currencies),
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
      viewer: exampleViewer,
      accounts: [exampleViewer],
      days: [{ day: '2026-01-15', minutes: 45, messages: 3 }],
      ledger: [],
    },
  },
  async handle({ input, caller, ctx }) {
    const { channel } = caller
    const viewer = await ctx.viewers.getKnown(ctx.db, channel.id, input.viewer_id)
    const [accounts, days, ledger] = await Promise.all([
      ctx.linkedAccounts.accountsOf(ctx.db, channel.id, viewer),
      ctx.watchTime.days(channel, viewer, shownDays),
      ctx.points.wholeLedger(channel, viewer, 100),
    ])
    return {
      viewer: onPanel(viewer),
      accounts: accounts.map(onPanel),
      days,
      ledger: ledger.map(({ requestId: _, ...entry }) => entry),
    }
  },
})
