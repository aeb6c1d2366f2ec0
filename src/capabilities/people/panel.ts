import { panelRoles } from '../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { services, serviceTitles } from '../../platforms/services/services.ts'
import { addingKey } from './adding-key.ts'

export const listPeople = definePanelOperation({
  name: 'list-people',
  summary: 'Lists the members of the channel.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    people: list(object({ id: text(), name: text(), role: oneOf(panelRoles), since: integer(), you: boolean() })),
  }),
  failures: [],
  example: { input: {}, output: { people: [] } },
  async handle({ caller, ctx }) {
    const people = await ctx.people.list(caller.channel)
    return { people: people.map((person) => ({ ...person, you: person.id === caller.person.id })) }
  },
})

export const invitePerson = definePanelOperation({
  name: 'invite-person',
  summary: 'Invites a person with a role. The link is shown once and works once, within an hour.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({
    name: text({ min: 1, max: 100, cleaning: 'name', description: 'The name of the person.' }),
    role: oneOf(panelRoles, { description: 'The role.' }),
  }),
  output: object({ id: text(), link: text() }),
  failures: [],
  example: {
    input: { name: 'mara', role: 'moderator' },
    output: { id: 'person_1', link: 'http://127.0.0.1:4400/sign-in?link=link_1' },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const person = await ctx.people.invite(tx, caller, input.name, input.role)
      const link = await ctx.sessions.createLink(tx, caller.channel, person)
      return { id: person.id, link: `${ctx.baseUrl()}/sign-in?link=${link}` }
    })
  },
})

export const createSignInLink = definePanelOperation({
  name: 'create-sign-in-link',
  summary: 'Creates a sign-in link for a member. It works once, within an hour.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({ person_id: text({ max: 100, description: 'The person.' }) }),
  output: object({ link: text() }),
  failures: ['not_found'],
  example: {
    input: { person_id: 'person_1' },
    output: { link: 'http://127.0.0.1:4400/sign-in?link=link_1' },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const person = await ctx.people.getMember(tx, caller.channel.id, input.person_id)
      const link = await ctx.sessions.createLink(tx, caller.channel, person)
      const data = { personId: person.id, name: person.name }
      await ctx.events.appendNew(tx, caller, { kind: 'panel.make-sign-in-link', data })
      return { link: `${ctx.baseUrl()}/sign-in?link=${link}` }
    })
  },
})

export const setPersonRole = definePanelOperation({
  name: 'set-person-role',
  summary: 'Changes the role of a person.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({
    person_id: text({ max: 100, description: 'The person.' }),
    role: oneOf(panelRoles, { description: 'The new role.' }),
  }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { person_id: 'person_1', role: 'editor' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.setRole(tx, caller, input.person_id, input.role)
      return {}
    })
  },
})

export const removePerson = definePanelOperation({
  name: 'remove-person',
  summary: 'Removes a person from the channel. Their sessions end at once.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({ person_id: text({ max: 100, description: 'The person.' }) }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { person_id: 'person_1' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.remove(tx, caller, input.person_id)
      return {}
    })
  },
})

export const listSignIns = definePanelOperation({
  name: 'list-sign-ins',
  summary: 'Lists the accounts you can sign in with, and the services where you can add one.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    accounts: list(object({ service: text(), title: text(), account_id: text(), username: text() })),
    offered: list(object({ service: oneOf(services), title: text() })),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      accounts: [{ service: 'kick', title: 'Kick', account_id: '1234567', username: 'streamer' }],
      offered: [{ service: 'kick', title: 'Kick' }],
    },
  },
  async handle({ caller, ctx }) {
    const accounts = await ctx.people.accountsOf(caller.person)
    return {
      accounts: accounts.map(({ service, accountId, username }) => ({
        service,
        title: titleOf(service),
        account_id: accountId,
        username,
      })),
      offered: ctx.signingIn.services.map((service) => ({ service, title: serviceTitles[service] })),
    }
  },
})

/** Sandbox accounts are named after the platform that they simulate. */
function titleOf(name: string): string {
  const found = services.find((service) => name === service || name === `sandbox:${service}`)
  if (found === undefined) return name
  return found === name ? serviceTitles[found] : `${serviceTitles[found]} (sandbox)`
}

export const beginAddingSignIn = definePanelOperation({
  name: 'begin-adding-sign-in',
  summary: "Returns the address of a service's sign-in page, to add an account that you can sign in with.",
  role: 'viewer',
  grants: 'sign-in',
  effect: 'rows',
  input: object({ service: oneOf(services, { description: 'The service.' }) }),
  output: object({ address: text() }),
  failures: ['not_found'],
  example: {
    input: { service: 'kick' },
    output: { address: 'https://id.kick.com/oauth/authorize?response_type=code&client_id=…&state=…' },
  },
  async handle({ input, caller, ctx }) {
    const { service } = input
    const address = await ctx.signingIn.begin(service, addingKey(caller.sessionId), async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.begin-adding-sign-in', data: { service } })
    })
    return { address }
  },
})

export const removeSignIn = definePanelOperation({
  name: 'remove-sign-in',
  summary: 'Removes an account from sign-in. Existing sessions stay open.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    service: text({ max: 50, description: 'The service, as in list-sign-ins.' }),
    account_id: text({ max: 200, description: 'The account.' }),
  }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { service: 'kick', account_id: '1234567' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.people.dropAccount(tx, caller, caller.person, input.service, input.account_id)
      return {}
    })
  },
})
