import { shownStates } from '../../definitions/connection-state.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'

const connection = object({
  id: text({ description: '`<service>/<role>`, `donations/<provider>` or `extension`.' }),
  title: text(),
  state: oneOf(shownStates),
  message: text({ description: 'Why it is so, or what works; may be empty.' }),
  until: nullable(integer({ description: 'When the next attempt begins, or the limit ends.' })),
  missing: list(text(), { description: 'What the missing permissions allow.' }),
})

export const listConnections = definePanelOperation({
  name: 'list-connections',
  summary: 'Lists the connections to outside services that are set up, with their state.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ connections: list(connection) }),
  failures: [],
  example: {
    input: {},
    output: {
      connections: [
        {
          id: 'twitch/broadcaster',
          title: 'Twitch',
          state: 'reconnecting',
          message: 'The connection to Twitch was lost. Reconnecting.',
          until: 1_763_000_012_000,
          missing: [],
        },
      ],
    },
  },
  async handle({ caller, ctx }) {
    return { connections: await ctx.connections.list(caller.channel.id) }
  },
})
