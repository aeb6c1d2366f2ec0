import type { ListeningState } from '../../contract/listening.ts'
import { boolean, integer, list, nullable, object, oneOf, type Static, text } from '../../contract/schema.ts'
import type { AccountView, ServiceView } from '../../platforms/overview.ts'
import { roles, services } from '../../platforms/services.ts'

export const serviceName = oneOf(services, { description: 'Which service.' })
export const accountRole = oneOf(roles, { description: "The broadcaster's own account, or the bot's." })

const moment = nullable(integer({ description: 'Milliseconds since 1970.' }))

const account = object({
  role: oneOf(roles),
  state: oneOf(['not_connected', 'connected', 'needs_reconnect']),
  username: nullable(text()),
  displayname: nullable(text()),
  reason: nullable(text({ description: 'Why it has to be connected again, or why the last try failed.' })),
  authorised_at: moment,
  refreshed_at: moment,
  missing_scopes: list(text(), { description: 'What was asked for and not allowed.' }),
})

export const listening = nullable(
  object({
    state: oneOf(['starting', 'on', 'partly', 'trouble']),
    words: text(),
    since: integer(),
    checked_at: moment,
    heard_at: moment,
  }),
)

export const service = object({
  service: oneOf(services),
  title: text(),
  configured: boolean(),
  on_sandbox: boolean(),
  settings: list(text()),
  redirect_address: text(),
  webhook_address: nullable(text()),
  guide: text(),
  accounts: list(account),
  listening,
  capabilities: list(object({ name: text(), words: text(), can: boolean(), note: nullable(text()) })),
})

export function serviceOf(view: ServiceView): Static<typeof service> {
  return {
    service: view.service,
    title: view.title,
    configured: view.isConfigured,
    on_sandbox: view.isOnSandbox,
    settings: view.settings,
    redirect_address: view.redirectAddress,
    webhook_address: view.webhookAddress ?? null,
    guide: `docs/platforms/${view.service}.md`,
    accounts: view.accounts.map(accountOf),
    listening: listeningOf(view.listening),
    capabilities: view.capabilities,
  }
}

export function listeningOf(state: ListeningState | undefined): Static<typeof listening> {
  if (state === undefined) return null
  const { state: name, words, since, checkedAt, heardAt } = state
  return { state: name, words, since, checked_at: checkedAt, heard_at: heardAt }
}

function accountOf({ role, state, account: signedIn, reason, missingScopes }: AccountView): Static<typeof account> {
  return {
    role,
    state,
    username: signedIn?.username ?? null,
    displayname: signedIn?.displayname ?? null,
    reason: reason ?? null,
    authorised_at: signedIn?.authorisedAt ?? null,
    refreshed_at: signedIn?.refreshedAt ?? null,
    missing_scopes: missingScopes,
  }
}
