import { cueKinds } from '../../contract/overlay-messages.ts'
import { integer, list, nullable, object, oneOf, optional, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { firingExample, firingFields, toFiringFields } from './firing-fields.ts'
import { firingStates } from './firings.ts'

export const listFirings = definePanelOperation({
  name: 'list-firings',
  summary: 'What was sent to the overlay and what became of it, newest first.',
  role: 'viewer',
  effect: 'none',
  input: object({
    limit: withDefault(integer({ min: 1, max: 200, description: 'How many at most.' }), 50),
    before: optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Only older ones than this seq.' })),
    state: optional(oneOf(firingStates, { description: 'Only those that got this far.' })),
    kind: optional(oneOf(cueKinds, { description: 'Only those of this kind.' })),
  }),
  output: object({
    firings: list(firingFields),
    next: nullable(integer({ description: 'For `before`, to go on; null at the end.' })),
  }),
  failures: [],
  example: { input: { limit: 1 }, output: { firings: [firingExample], next: 42 } },
  async handle({ input, caller, ctx }) {
    const firings = await ctx.overlayQueue.list(caller.channel.id, input)
    const last = firings.length === input.limit ? firings.at(-1)?.seq : undefined
    return { firings: firings.map(toFiringFields), next: last ?? null }
  },
})
