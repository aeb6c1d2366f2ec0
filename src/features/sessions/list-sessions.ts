import { boolean, integer, list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const listSessions = definePanelOperation({
  name: 'list-sessions',
  summary: 'Where you are signed in.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    sessions: list(
      object({
        id: text(),
        created_at: integer(),
        seen_at: integer(),
        address: text(),
        agent: text(),
        current: boolean(),
      }),
    ),
  }),
  failures: [],
  example: { input: {}, output: { sessions: [] } },
  async handle({ caller, ctx }) {
    const sessions = await ctx.sessions.list(caller.person)
    return {
      sessions: sessions.map(({ id, createdAt, seenAt, address, agent }) => ({
        id,
        created_at: createdAt,
        seen_at: seenAt,
        address,
        agent,
        current: id === caller.sessionId,
      })),
    }
  },
})
