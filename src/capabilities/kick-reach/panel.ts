import { Failure } from '../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, type Static, text } from '../../kernel/schema/schema.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import { tunnelKinds, tunnelProblems, tunnelStates } from './contract/tunnel.ts'
import { type KickReachView, mirrorViewStates, ownAddressStates, reachedKinds, reachWays } from './kick-reach.ts'

const panelErrors = defineMessages('errors.panel', {
  tunnelOfOperator: 'way: the settings of this server decide about its tunnel, not the panel.',
})

const moment = nullable(integer({ description: 'Milliseconds since 1970.' }))
const problem = nullable(oneOf(tunnelProblems))

const reach = object({
  working: list(oneOf(reachWays), { description: 'The ways that work now.' }),
  missing: list(oneOf(reachedKinds), { description: 'The kinds of events that do not arrive meanwhile.' }),
  webhook_address: nullable(text({ description: 'What to enter as the webhook URL in the Kick app.' })),
  received_at: moment,
  tunnel: object({
    kind: oneOf(tunnelKinds),
    state: oneOf(tunnelStates),
    problem,
    link: nullable(text({ description: 'Where the problem is solved.' })),
    address: nullable(text()),
    proved_at: moment,
    wanted: boolean({ description: 'Whether this channel has turned it on.' }),
    wanted_elsewhere: boolean({ description: 'Whether another channel keeps it on.' }),
    installed: boolean(),
    forbidden: boolean({ description: 'Whether the operator has forbidden it.' }),
  }),
  own: object({ address: nullable(text()), state: oneOf(ownAddressStates), problem, proved_at: moment }),
  mirror: object({ wanted: boolean(), state: oneOf(mirrorViewStates), received_at: moment }),
})

function reachOf(view: KickReachView): Static<typeof reach> {
  const { working, missing, webhookAddress, receivedAt, tunnel, own, mirror } = view
  return {
    working,
    missing,
    webhook_address: webhookAddress,
    received_at: receivedAt,
    tunnel: {
      kind: tunnel.kind,
      state: tunnel.state,
      problem: tunnel.problem,
      link: tunnel.link,
      address: tunnel.address,
      proved_at: tunnel.provedAt,
      wanted: tunnel.isWanted,
      wanted_elsewhere: tunnel.isWantedElsewhere,
      installed: tunnel.isInstalled,
      forbidden: tunnel.isForbidden,
    },
    own: { address: own.address, state: own.state, problem: own.problem, proved_at: own.provedAt },
    mirror: { wanted: mirror.isWanted, state: mirror.state, received_at: mirror.receivedAt },
  }
}

const example: Static<typeof reach> = {
  working: ['tunnel'],
  missing: [],
  webhook_address: 'https://laptop.tail1a2b3.ts.net/webhooks/kick',
  received_at: 1_763_000_600_000,
  tunnel: {
    kind: 'tailscale',
    state: 'on',
    problem: null,
    link: null,
    address: 'https://laptop.tail1a2b3.ts.net',
    proved_at: 1_763_000_000_000,
    wanted: true,
    wanted_elsewhere: false,
    installed: true,
    forbidden: false,
  },
  own: { address: null, state: 'none', problem: null, proved_at: null },
  mirror: { wanted: false, state: 'off', received_at: null },
}

export const getKickReach = definePanelOperation({
  name: 'get-kick-reach',
  summary: 'Returns how events of Kick reach this server, which way works and what is missing meanwhile.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: reach,
  failures: [],
  example: { input: {}, output: example },
  async handle({ caller, ctx }) {
    return reachOf(await ctx.kickReach.view(caller.channel.id))
  },
})

export const setKickReach = definePanelOperation({
  name: 'set-kick-reach',
  summary: 'Turns the tunnel or the mirror of the Kick page on or off.',
  role: 'owner',
  grants: 'access',
  effect: 'rows',
  input: object({
    way: oneOf(['tunnel', 'mirror'], { description: 'What to turn on or off.' }),
    enabled: boolean({ description: 'Whether it is on.' }),
  }),
  output: object({}),
  failures: ['invalid_parameter'],
  example: { input: { way: 'tunnel', enabled: true }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { way, enabled } = input
    const { tunnel } = await ctx.kickReach.view(caller.channel.id)
    if (way === 'tunnel' && enabled && (tunnel.isForbidden || tunnel.kind !== 'tailscale')) {
      throw new Failure('invalid_parameter', { message: panelErrors.tunnelOfOperator.of() })
    }
    return commit(async (tx) => {
      await ctx.kickReach.set(tx, caller, { [way]: enabled })
      return {}
    })
  },
})

export const checkKickReach = definePanelOperation({
  name: 'check-kick-reach',
  summary: 'Makes a round trip to the public address now, to prove that it leads to this server.',
  role: 'owner',
  grants: 'nothing',
  effect: 'outside',
  input: object({}),
  output: reach,
  failures: [],
  example: { input: {}, output: example },
  async handle({ caller, ctx, commit }) {
    await ctx.kickReach.check()
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.check-platform', data: { service: 'kick' } })
      return reachOf(await ctx.kickReach.view(caller.channel.id))
    })
  },
})
