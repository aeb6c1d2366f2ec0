import { connectionStates } from '../../../definitions/connection-state.ts'
import type { ListeningState } from '../../../definitions/listening.ts'
import { Failure, platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { definePanelOperation, type Unwritten } from '../../../kernel/operation/operation.ts'
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
} from '../../../kernel/schema/schema.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'
import { inTime } from '../../../platforms/platforms.ts'
import { type AccountView, connectWays, type ServiceView } from '../../../platforms/services/overview.ts'
import { accountRoles, services } from '../../../platforms/services/services.ts'
import { browserKey } from '../../sign-in/browser-key.ts'

export const serviceName = oneOf(services, { description: 'The service.' })
export const accountRole = oneOf(accountRoles, { description: "The broadcaster's account or the bot's." })

const moment = nullable(integer({ description: 'Milliseconds since 1970.' }))

const permission = object({
  scope: text({ description: 'The name that the service uses.' }),
  title: text({ description: 'What it allows.' }),
})

const account = object({
  role: oneOf(accountRoles),
  state: oneOf(['not_connected', 'connected', 'needs_reconnect']),
  username: nullable(text()),
  displayname: nullable(text()),
  reason: nullable(text({ description: 'Why it has to be connected again, or why the last attempt failed.' })),
  authorised_at: moment,
  refreshed_at: moment,
  missing_permissions: list(permission, { description: 'Permissions that are requested and were not granted.' }),
})

export const listening = nullable(
  object({
    state: oneOf(connectionStates),
    message: text(),
    until: moment,
    since: integer(),
    checked_at: moment,
    received_at: moment,
    note: nullable(text({ description: 'A restriction at present.' })),
  }),
)

export const service = object({
  service: oneOf(services),
  title: text(),
  configured: boolean(),
  on_sandbox: boolean(),
  settings: list(text()),
  ways: list(oneOf(connectWays), { description: 'How an account can be connected.' }),
  redirect_address: text(),
  webhook_address: nullable(text()),
  guide: text(),
  accounts: list(account),
  listening,
  capabilities: list(object({ name: text(), title: text(), can: boolean(), note: nullable(text()) })),
})

export function serviceOf(view: ServiceView): Unwritten<Static<typeof service>> {
  return {
    service: view.service,
    title: view.title,
    configured: view.isConfigured,
    on_sandbox: view.isOnSandbox,
    settings: view.settings,
    ways: view.ways,
    redirect_address: view.redirectAddress,
    webhook_address: view.webhookAddress ?? null,
    guide: `docs/platforms/${view.service}.md`,
    accounts: view.accounts.map(accountOf),
    listening: listeningOf(view.listening),
    capabilities: view.capabilities,
  }
}

export function listeningOf(state: ListeningState | undefined): Unwritten<Static<typeof listening>> {
  if (state === undefined) return null
  const { state: name, message, until, since, checkedAt, receivedAt, note } = state
  return { state: name, message, until, since, checked_at: checkedAt, received_at: receivedAt, note }
}

function accountOf({
  role,
  state,
  account: signedIn,
  reason,
  missing,
}: AccountView): Unwritten<Static<typeof account>> {
  return {
    role,
    state,
    username: signedIn?.username ?? null,
    displayname: signedIn?.displayname ?? null,
    reason: reason ?? null,
    authorised_at: signedIn?.authorisedAt ?? null,
    refreshed_at: signedIn?.refreshedAt ?? null,
    missing_permissions: missing,
  }
}

export const listPlatforms = definePanelOperation({
  name: 'list-platforms',
  summary: 'Lists all services with their setup, connected accounts and capabilities.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ services: list(service) }),
  failures: [],
  example: { input: {}, output: { services: [] } },
  async handle({ caller, ctx }) {
    return { services: (await ctx.platformOverview.list(caller.channel.id)).map(serviceOf) }
  },
})

export const onePermission = optional(
  text({ max: 200, description: 'One missing permission to ask for, with those that are granted. Default: all.' }),
)

export const beginConnecting = definePanelOperation({
  name: 'begin-connecting',
  summary: "Returns the address of a service's consent page. The connection is completed in this session only.",
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: object({ service: serviceName, role: accountRole, permission: onePermission }),
  output: object({ address: text() }),
  failures: ['not_found', 'invalid_parameter', 'platform_not_connected'],
  example: {
    input: { service: 'kick', role: 'broadcaster' },
    output: { address: 'https://id.kick.com/oauth/authorize?response_type=code&client_id=…&state=…' },
  },
  async handle({ input, caller, ctx }) {
    const { service, role, permission } = input
    const wanted = {
      channelId: caller.channel.id,
      role,
      permission,
      preSession: browserKey(caller.sessionId, caller.channel),
      isOnServer: caller.isOnServer,
    }
    const address = await ctx.connecting.begin(service, wanted, async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.begin-connecting', data: { service, role } })
    })
    return { address }
  },
})

export const disconnectPlatform = definePanelOperation({
  name: 'disconnect-platform',
  summary: 'Disconnects an account and revokes its tokens.',
  role: 'owner',
  grants: 'nothing',
  effect: 'outside',
  input: object({ service: serviceName, role: accountRole }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { service: 'kick', role: 'bot' }, output: {} },
  async handle({ input, caller, ctx }) {
    const { service, role } = input
    await ctx.connecting.disconnect({ channelId: caller.channel.id, service, role }, caller)
    return {}
  },
})

export const checkPlatform = definePanelOperation({
  name: 'check-platform',
  summary: 'Checks now whether a platform still sends its events, and repairs the subscriptions if possible.',
  role: 'owner',
  grants: 'nothing',
  effect: 'outside',
  input: object({ service: oneOf(platforms, { description: 'The platform.' }) }),
  output: object({ listening }),
  failures: platformFailures,
  example: { input: { service: 'kick' }, output: { listening: null } },
  async handle({ input, caller, ctx, commit }) {
    const connection = await ctx.platforms.get(caller.channel.id, input.service)
    const { account, connector } = connection
    const check = connector.checkListening
    try {
      if (check !== undefined) await inTime(connection, (signal) => check(account, signal))
    } catch (error) {
      // A failure is not an error of this call: the state shows it.
      if (!(error instanceof Failure) || connector.listening?.(account) === undefined) throw error
    }
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.check-platform', data: { service: input.service } })
      return { listening: listeningOf(connector.listening?.(account)) }
    })
  },
})
