import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, list, nullable, object, oneOf, type Static, text, withDefault } from '../../kernel/schema/schema.ts'
import { isProvider } from '../donations/contract/donation-providers.ts'
import { ownsFirstChannel, requireFirstChannel } from '../people/require-first-channel.ts'
import { setupNames, storedSetupNames } from './contract/service-setups.ts'
import type { SetupView } from './service-setups.ts'

const setupField = object({
  service: oneOf(storedSetupNames),
  configured: boolean({ description: 'Whether everything that is needed is set.' }),
  stored: boolean({ description: 'Whether something was entered in the panel.' }),
  unreadable: boolean({ description: 'Stored with another secret of this server: it has to be entered again.' }),
  fields: list(
    object({
      name: text(),
      set: boolean(),
      set_by: nullable(
        text({ description: 'The environment variable or the line of the file that sets it and wins.' }),
      ),
      value: nullable(text({ description: 'Of a secret only its last characters.' })),
    }),
  ),
  redirect: nullable(text({ description: 'The redirect address to enter at the service.' })),
  webhook: nullable(text({ description: 'The webhook address to enter at the service.' })),
  permissions: list(text()),
})

function setupOut(view: SetupView): Static<typeof setupField> {
  return {
    service: view.name,
    configured: view.isConfigured,
    stored: view.isStored,
    unreadable: view.isUnreadable,
    fields: view.fields.map(({ name, isSet, setBy, value }) => ({ name, set: isSet, set_by: setBy, value })),
    redirect: view.addresses.redirect ?? null,
    webhook: view.addresses.webhook ?? null,
    permissions: view.permissions,
  }
}

/** Values are for those who may change them; everybody else sees what is set. */
function withoutValues(setup: Static<typeof setupField>): Static<typeof setupField> {
  return { ...setup, fields: setup.fields.map((field) => ({ ...field, value: null })) }
}

const exampleSetup: Static<typeof setupField> = {
  service: 'twitch',
  configured: true,
  stored: true,
  unreadable: false,
  fields: [
    { name: 'client_id', set: true, set_by: null, value: 'gp762nuuoqcoxypju8c569th9wz7q5' },
    { name: 'client_secret', set: true, set_by: null, value: '7q5x' },
  ],
  redirect: 'https://show.example/connect/twitch',
  webhook: null,
  permissions: ['user:read:chat'],
}

const enteredFields = list(
  object({
    name: text({ min: 1, max: 50, description: 'The field.' }),
    value: text({ max: 4000, description: 'Empty removes the value.' }),
  }),
  { max: 20, description: 'Fields that are left out keep their value.' },
)

export const listServiceSetups = definePanelOperation({
  name: 'list-service-setups',
  summary: 'Lists the services of this server with what is set, the addresses to enter there and the permissions.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    setups: list(setupField),
    can_change: boolean({ description: 'Whether you may change the credentials of this server.' }),
  }),
  failures: [],
  example: { input: {}, output: { setups: [exampleSetup], can_change: true } },
  async handle({ caller, ctx }) {
    const setups = (await ctx.serviceSetups.list(caller.channel.id)).map(setupOut)
    const canChange = reaches(caller.role, 'owner') && (await ownsFirstChannel(ctx, caller.person))
    return { setups: canChange ? setups : setups.map(withoutValues), can_change: canChange }
  },
})

export const saveServiceSetup = definePanelOperation({
  name: 'save-service-setup',
  summary: 'Stores credentials of a service for this server and applies them at once.',
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: object({ service: oneOf(storedSetupNames, { description: 'The service.' }), fields: enteredFields }),
  output: object({}),
  failures: ['invalid_parameter', 'missing_role'],
  example: {
    input: {
      service: 'twitch',
      fields: [
        { name: 'client_id', value: 'gp762nuuoqcoxypju8c569th9wz7q5' },
        { name: 'client_secret', value: 'a1b2c3d4e5f6a1b2c3d4e5f67q5x' },
      ],
    },
    output: {},
  },
  async handle({ input, caller, ctx, commit }) {
    await requireFirstChannel(ctx, caller.person)
    const store = await ctx.serviceSetups.save(caller, input.service, input.fields)
    await commit(async (tx) => {
      await store(tx)
      return {}
    })
    await ctx.serviceSetups.settled()
    return {}
  },
})

export const removeServiceSetup = definePanelOperation({
  name: 'remove-service-setup',
  summary: 'Deletes the stored credentials of a service. Those of the environment stay.',
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: object({ service: oneOf(storedSetupNames, { description: 'The service.' }) }),
  output: object({}),
  failures: ['not_found', 'missing_role'],
  example: { input: { service: 'twitch' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    await requireFirstChannel(ctx, caller.person)
    await commit(async (tx) => {
      await ctx.serviceSetups.remove(tx, caller, input.service)
      return {}
    })
    await ctx.serviceSetups.settled()
    return {}
  },
})

export const checkServiceSetup = definePanelOperation({
  name: 'check-service-setup',
  summary: 'Makes one real call to a service with these credentials, without storing them, and says what is wrong.',
  role: 'editor',
  grants: 'account',
  effect: 'outside',
  input: object({
    service: oneOf(setupNames, { description: 'The service.' }),
    fields: withDefault(enteredFields, []),
  }),
  output: object({
    working: boolean(),
    message: text(),
    choices: list(object({ value: text(), title: text() }), {
      description: 'What the service itself offers for the field that is chosen from a list, such as its voices.',
    }),
  }),
  failures: ['missing_role'],
  example: {
    input: { service: 'kofi', fields: [] },
    output: { working: true, message: 'A delivery of Ko-fi arrived and was accepted.', choices: [] },
  },
  async handle({ input, caller, ctx, commit }) {
    const { service, fields } = input
    if (!isProvider(service)) await requireFirstChannel(ctx, caller.person)
    const { isWorking, message, choices } = isProvider(service)
      ? { ...(await ctx.donationSources.check(caller.channel.id, service, fields)), choices: [] }
      : await ctx.serviceSetups.check(caller.channel.id, service, fields)
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.check-service-setup', data: { service } })
      return { working: isWorking, message, choices: choices ?? [] }
    })
  },
})

export const findTikFinity = definePanelOperation({
  name: 'find-tikfinity',
  summary: 'Looks for TikFinity on the machine of this server. Nothing is stored or connected.',
  role: 'owner',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ url: nullable(text({ description: 'Its address; null if it does not run.' })) }),
  failures: ['missing_role'],
  example: { input: {}, output: { url: 'ws://127.0.0.1:21213' } },
  async handle({ caller, ctx }) {
    await requireFirstChannel(ctx, caller.person)
    return { url: (await ctx.findTikFinity()) ?? null }
  },
})
