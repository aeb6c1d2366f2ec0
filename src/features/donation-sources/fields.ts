import { providers } from '../../contract/platforms.ts'
import { boolean, integer, nullable, object, oneOf, type Static, text } from '../../contract/schema.ts'
import { type SourceView, sourceStates } from './donation-sources.ts'
import { sourceKinds } from './source-kinds.ts'

/** A source on the panel's wire. */
export const sourceField = object({
  provider: oneOf(providers),
  title: text(),
  kind: oneOf(['webhook', 'socket']),
  configured: boolean(),
  state: oneOf(sourceStates),
  secret_label: text(),
  account_label: nullable(text()),
  webhook_url: nullable(text()),
  last_event_at: nullable(integer()),
  last_error: nullable(text()),
  last_error_at: nullable(integer()),
})

export function sourceOut(view: SourceView): Static<typeof sourceField> {
  const { provider, isConfigured, state, webhookUrl, lastEventAt, trouble } = view
  const { title, kind, secretLabel, accountLabel } = sourceKinds[provider]
  return {
    provider,
    title,
    kind,
    configured: isConfigured,
    state,
    secret_label: secretLabel,
    account_label: accountLabel,
    webhook_url: webhookUrl,
    last_event_at: lastEventAt,
    last_error: trouble?.message ?? null,
    last_error_at: trouble?.at ?? null,
  }
}

export const exampleSource = sourceOut({
  provider: 'kofi',
  isConfigured: true,
  state: 'waiting',
  webhookUrl: 'https://show.example/webhooks/kofi/1-8dK2mQ0aXz31TnLpVb7c8dK2mQ0aXz31',
  lastEventAt: null,
  trouble: undefined,
})
