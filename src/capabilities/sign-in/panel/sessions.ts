import { occasionalPlaces } from '../../../definitions/places.ts'
import { isLoopbackAddress, isLoopbackHost } from '../../../kernel/http/contract/loopback.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { panelRoles } from '../../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { shippedLanguages } from '../../../kernel/text/languages.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const panelErrors = defineMessages('errors.panel', {
  unknownSession: 'There is no such session.',
  notYourChannel: 'You are not a member of this channel.',
})

export const getMe = definePanelOperation({
  name: 'get-me',
  summary: 'Returns the signed-in person, the channel and the role.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    person: object({ id: text(), name: text() }),
    language: nullable(text({ description: 'The language that you chose; null: that of the browser.' })),
    role: oneOf(panelRoles),
    session_id: text(),
    channel: object({ id: integer(), name: text(), time_zone: text() }),
    channel_language: oneOf(shippedLanguages, { description: 'The language of what viewers read.' }),
    channels: list(object({ id: integer(), name: text(), role: oneOf(panelRoles) })),
    sandbox: boolean({ description: 'Whether any platform of the channel uses the sandbox.' }),
    sandbox_only: boolean({ description: 'Whether all platforms use the sandbox.' }),
    sandbox_sign_in: boolean({ description: 'Whether the sandbox can sign in the owner of this channel from here.' }),
    places: object({
      used: list(oneOf(occasionalPlaces), { description: 'Occasional places that the channel uses.' }),
      opened: list(oneOf(occasionalPlaces), { description: 'Those that you have opened.' }),
    }),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      person: { id: 'person_1', name: 'streamer' },
      language: null,
      role: 'owner',
      session_id: 'session_1',
      channel: { id: 1, name: 'streamer', time_zone: 'UTC' },
      channel_language: 'en',
      channels: [{ id: 1, name: 'streamer', role: 'owner' }],
      sandbox: true,
      sandbox_only: true,
      sandbox_sign_in: true,
      places: { used: ['values'], opened: [] },
    },
  },
  async handle({ caller, ctx }) {
    const { person, language, role, sessionId, channel } = caller
    const connections = await ctx.platforms.connected(channel.id)
    const isOnlySandbox = await ctx.platforms.isWhollyOnSandbox(channel)
    const isLocal = isLoopbackAddress(caller.address) && isLoopbackHost(new URL(ctx.baseUrl()).host)
    const maySignIn = isOnlySandbox && isLocal && role === 'owner' && !(await ctx.platforms.hasRealAccount())
    return {
      person: { id: person.id, name: person.name },
      language,
      role,
      session_id: sessionId,
      channel: { id: channel.id, name: channel.name, time_zone: channel.timeZone },
      channel_language: (await ctx.settings.of(channel.id)).language.language,
      channels: await ctx.people.channelsOf(ctx.db, person.id),
      sandbox: connections.some(({ connector }) => connector.name === 'sandbox'),
      sandbox_only: isOnlySandbox,
      sandbox_sign_in: maySignIn,
      places: { used: await ctx.places.usedBy(channel), opened: await ctx.places.openedBy(person) },
    }
  },
})

export const saveLanguage = definePanelOperation({
  name: 'save-language',
  summary: 'Chooses the language in which you read the panel.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  input: object({ language: oneOf(shippedLanguages, { description: 'The language.' }) }),
  output: object({}),
  failures: [],
  example: { input: { language: 'en' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.setLanguage(tx, caller.person, input.language)
      await ctx.events.appendNew(tx, caller, { kind: 'panel.save-language', data: { language: input.language } })
      return {}
    })
  },
})

/** Called before a download that needs a recent sign-in, because a refused download would show an error page. */
export const confirmSignIn = definePanelOperation({
  name: 'confirm-sign-in',
  summary: 'Checks that you signed in within the last hour.',
  role: 'viewer',
  grants: 'access',
  effect: 'none',
  input: object({}),
  output: object({}),
  failures: ['sign_in_required'],
  example: { input: {}, output: {} },
  handle: async () => ({}),
})

export const listSessions = definePanelOperation({
  name: 'list-sessions',
  summary: 'Lists your sessions.',
  role: 'viewer',
  grants: 'nothing',
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

export const revokeSession = definePanelOperation({
  name: 'revoke-session',
  summary: 'Ends one of your own sessions; ending the current one signs you out.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  input: object({ session_id: text({ max: 100, description: 'The session to end.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { session_id: 'session_1' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const ended = await ctx.sessions.revoke(tx, caller.person, input.session_id)
      if (!ended) throw new Failure('not_found', { message: panelErrors.unknownSession.of() })
      await ctx.events.appendNew(tx, caller, { kind: 'session.ended', data: { name: caller.person.name } })
      return {}
    })
  },
})

export const revokeOtherSessions = definePanelOperation({
  name: 'revoke-other-sessions',
  summary: 'Ends all your sessions except the current one.',
  role: 'viewer',
  // What somebody does after a session was stolen must not wait for a sign-in.
  grants: 'nothing',
  effect: 'rows',
  input: object({}),
  output: object({ ended: integer({ description: 'How many sessions were ended.' }) }),
  failures: [],
  example: { input: {}, output: { ended: 2 } },
  async handle({ caller, ctx, commit }) {
    return commit(async (tx) => {
      const ended = await ctx.sessions.revokeOthers(tx, caller.person, caller.sessionId)
      if (ended > 0)
        await ctx.events.appendNew(tx, caller, { kind: 'session.ended', data: { name: caller.person.name } })
      return { ended }
    })
  },
})

export const switchChannel = definePanelOperation({
  name: 'switch-channel',
  summary: 'Switches to another channel that you are a member of.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  input: object({ channel_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The channel.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { channel_id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const channels = await ctx.people.channelsOf(tx, caller.person.id)
      if (!channels.some(({ id }) => id === input.channel_id)) {
        throw new Failure('not_found', { message: panelErrors.notYourChannel.of() })
      }
      await ctx.sessions.switchTo(tx, { id: caller.sessionId, person: caller.person }, input.channel_id)
      await ctx.events.appendNew(tx, caller, { kind: 'panel.switch-channel', data: {} })
      return {}
    })
  },
})
