import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { exampleEvent, loggedEvent } from '../../events/event-fields.ts'
import { sentEvent } from '../../events/event-rows.ts'
import { momentStates } from '../contract/moments.ts'

export const listMoments = definePanelOperation({
  name: 'list-moments',
  summary: 'Lists what people did lately, one row each, with what became of its alert.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    limit: withDefault(integer({ min: 1, max: 100, description: 'The maximum number of results.' }), 60),
  }),
  output: object({
    moments: list(
      object({
        event: loggedEvent,
        state: oneOf(momentStates),
        reason: nullable(text({ description: 'Why it was not shown.' })),
        items: list(object({ id: text(), on_screen: boolean() }), {
          description: 'The items of the overlay that are on screen or wait.',
        }),
        replays: list(integer(), { description: 'The places in the log that replay-event shows again.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: { moments: [{ event: exampleEvent, state: 'shown', reason: null, items: [], replays: [2] }] },
  },
  async handle({ input, caller, ctx }) {
    const moments = await ctx.moments.list(caller.channel, caller.role, input.limit)
    return {
      moments: moments.map(({ event, state, reason, items, replays }) => ({
        event: sentEvent(event),
        state,
        reason,
        items: items.map(({ id, isOnScreen }) => ({ id, on_screen: isOnScreen })),
        replays: [...replays],
      })),
    }
  },
})
