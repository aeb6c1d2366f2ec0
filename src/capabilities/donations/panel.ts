import { shownStates } from '../../definitions/connection-state.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation, type Unwritten } from '../../kernel/operation/operation.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  text,
} from '../../kernel/schema/schema.ts'
import { defaultSettings } from '../settings/settings.ts'
import { storedSetting } from '../settings/stored-setting.ts'
import { providerOf, providers, webhookProviders } from './contract/donation-providers.ts'
import { donationSetups } from './contract/donation-setups.ts'
import { donationSettings } from './contract/settings.ts'
import type { SourceView } from './source-views.ts'

/** A donation source in the panel's API. */
export const sourceField = object({
  provider: oneOf(providers),
  title: text(),
  kind: oneOf(['webhook', 'socket']),
  configured: boolean(),
  state: oneOf(shownStates),
  until: nullable(integer({ description: 'When the next attempt begins.' })),
  secret_label: text(),
  account_label: nullable(text()),
  webhook_url: nullable(text()),
  last_event_at: nullable(integer()),
  last_error: nullable(text()),
  last_error_at: nullable(integer()),
})

export function sourceOut(view: SourceView): Unwritten<Static<typeof sourceField>> {
  const { provider, isConfigured, state, until, webhookUrl, lastEventAt, lastError } = view
  const { title, delivery } = providerOf(provider)
  const { secretLabel, accountLabel } = donationSetups[provider]
  return {
    provider,
    title,
    kind: delivery,
    configured: isConfigured,
    state,
    until,
    secret_label: secretLabel(),
    account_label: accountLabel?.() ?? null,
    webhook_url: webhookUrl,
    last_event_at: lastEventAt,
    last_error: lastError?.message ?? null,
    last_error_at: lastError?.at ?? null,
  }
}

const exampleView: SourceView = {
  provider: 'kofi',
  isConfigured: true,
  state: 'waiting',
  until: null,
  webhookUrl: 'https://show.example/webhooks/kofi/1-8dK2mQ0aXz31TnLpVb7c8dK2mQ0aXz31',
  lastEventAt: null,
  lastError: undefined,
}
/** It has no error, so that none of its fields is a text. */
export const exampleSource = sourceOut(exampleView) as Static<typeof sourceField>

export const listDonationSources = definePanelOperation({
  name: 'list-donation-sources',
  summary: 'Lists the donation providers and the state of each connection.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ sources: list(sourceField) }),
  failures: [],
  example: { input: {}, output: { sources: [exampleSource] } },
  async handle({ caller, ctx }) {
    const sources = (await ctx.donationSources.list(caller.channel.id)).map(sourceOut)
    // Whoever knows the address can try to deliver to it.
    return { sources: reaches(caller.role, 'editor') ? sources : sources.map((one) => ({ ...one, webhook_url: null })) }
  },
})

export const prepareDonationSource = definePanelOperation({
  name: 'prepare-donation-source',
  summary: 'Creates the webhook address of a provider, before its secret is entered.',
  role: 'editor',
  grants: 'access',
  effect: 'rows',
  input: object({ provider: oneOf(webhookProviders, { description: 'The provider.' }) }),
  output: object({ source: sourceField }),
  failures: [],
  example: { input: { provider: 'kofi' }, output: { source: { ...exampleSource, configured: false, state: 'off' } } },
  async handle({ input, caller, ctx, commit }) {
    const { provider } = input
    return commit(async (tx) => {
      const source = await ctx.donationSources.prepare(tx, caller, provider)
      await ctx.events.appendNew(tx, caller, { kind: 'panel.prepare-donation-source', data: { provider } })
      return { source: sourceOut(source) }
    })
  },
})

export const saveDonationSource = definePanelOperation({
  name: 'save-donation-source',
  summary: 'Connects a donation provider with its secret.',
  role: 'editor',
  grants: 'account',
  effect: 'rows',
  input: object({
    provider: oneOf(providers, { description: 'The provider.' }),
    secret: text({
      min: 8,
      max: 4000,
      cleaning: 'line',
      description: 'The token or signing secret from the page of the provider. It is never shown again.',
    }),
    account: optional(text({ min: 1, max: 100, cleaning: 'name', description: 'The Account ID, for StreamElements.' })),
  }),
  output: object({ source: sourceField }),
  failures: ['invalid_parameter'],
  example: {
    input: { provider: 'kofi', secret: '1dd7f7cf-2aaf-4c58-8d8c-000000000000' },
    output: { source: exampleSource },
  },
  async handle({ input, caller, ctx, commit }) {
    const { provider, account } = input
    // A secret that was copied by hand may have white space around it.
    const secret = input.secret.trim()
    return commit(async (tx) => ({
      source: sourceOut(await ctx.donationSources.save(tx, caller, provider, { secret, account })),
    }))
  },
})

export const removeDonationSource = definePanelOperation({
  name: 'remove-donation-source',
  summary: 'Disconnects a donation provider and deletes its secret.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ provider: oneOf(providers, { description: 'The provider.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { provider: 'kofi' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.donationSources.remove(tx, caller, input.provider)
      return {}
    })
  },
})

export const getDonationSettings = definePanelOperation({
  name: 'get-donation-settings',
  summary: 'Returns the donation settings: variants by amount, and spoken messages.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ settings: donationSettings }),
  failures: [],
  example: { input: {}, output: { settings: defaultSettings().donations } },
  async handle({ caller, ctx }) {
    return { settings: (await ctx.settings.of(caller.channel.id)).donations }
  },
})

const saveDonationSettingsUnchecked = definePanelOperation({
  name: 'save-donation-settings',
  summary: 'Saves the donation settings: variants by amount, and spoken messages.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ settings: donationSettings }),
  output: object({ settings: donationSettings }),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...defaultSettings().donations, speak: true } },
    output: { settings: { ...defaultSettings().donations, speak: true } },
  },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.donations.check(tx, caller.channel.id, input.settings)
      await ctx.settings.set(tx, caller, 'donations', input.settings)
      return { settings: input.settings }
    })
  },
})

export const saveDonationSettings = ifUnchanged(saveDonationSettingsUnchecked, storedSetting('donations'))
