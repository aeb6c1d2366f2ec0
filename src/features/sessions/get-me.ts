import { panelRoles } from '../../contract/panel-roles.ts'
import { boolean, integer, list, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const getMe = definePanelOperation({
  name: 'get-me',
  summary: 'Who is signed in, where and as what.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    person: object({ id: text(), name: text() }),
    role: oneOf(panelRoles),
    session_id: text(),
    channel: object({ id: integer(), name: text(), time_zone: text() }),
    channels: list(object({ id: integer(), name: text(), role: oneOf(panelRoles) })),
    sandbox: boolean({ description: 'Whether any platform of the channel is on its stand-in.' }),
    sandbox_only: boolean({ description: "Whether all are, so that the sandbox's own page signs the owner in." }),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      person: { id: 'person_1', name: 'streamer' },
      role: 'owner',
      session_id: 'session_1',
      channel: { id: 1, name: 'streamer', time_zone: 'UTC' },
      channels: [{ id: 1, name: 'streamer', role: 'owner' }],
      sandbox: true,
      sandbox_only: true,
    },
  },
  async handle({ caller, ctx }) {
    const { person, role, sessionId, channel } = caller
    const connections = await ctx.platforms.connected(channel.id)
    return {
      person: { id: person.id, name: person.name },
      role,
      session_id: sessionId,
      channel: { id: channel.id, name: channel.name, time_zone: channel.timeZone },
      channels: await ctx.people.channelsOf(ctx.db, person.id),
      sandbox: connections.some(({ connector }) => connector.name === 'sandbox'),
      sandbox_only: connections.every(({ connector }) => connector.name === 'sandbox'),
    }
  },
})
