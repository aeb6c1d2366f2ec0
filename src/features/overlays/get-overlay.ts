import { cueKinds } from '../../contract/overlay-messages.ts'
import { anyObject, boolean, integer, list, nullable, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

const states = ['queued', 'sent', 'shown', 'finished', 'failed'] as const

export const getOverlay = definePanelOperation({
  name: 'get-overlay',
  summary: 'Whether the overlay is there, and what became of its latest items.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    connected: boolean(),
    firings: list(
      object({
        id: text(),
        kind: oneOf(cueKinds),
        state: oneOf(states),
        error: nullable(text()),
        actor: text(),
        payload: anyObject(),
        created_at: integer(),
        changed_at: integer(),
      }),
    ),
  }),
  failures: [],
  example: { input: {}, output: { connected: false, firings: [] } },
  async handle({ caller, ctx }) {
    const firings = await ctx.overlays.recent(caller.channel, 50)
    return {
      connected: cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind })),
      firings: firings.map(({ id, kind, state, error, actor, payload, createdAt, changedAt }) => ({
        id,
        kind,
        state,
        error,
        actor,
        payload,
        created_at: createdAt,
        changed_at: changedAt,
      })),
    }
  },
})
