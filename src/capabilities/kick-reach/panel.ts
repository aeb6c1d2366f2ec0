import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { reaches } from '../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, type Static, text } from '../../kernel/schema/schema.ts'
import { defineMessages } from '../../kernel/text/message.ts'
import { ownsFirstChannel, requireFirstChannel } from '../people/require-first-channel.ts'
import { tunnelKinds, tunnelProblems, tunnelStates } from './contract/tunnel.ts'
import { type KickReachView, mirrorViewStates, ownAddressStates, reachedKinds, reachWays } from './kick-reach.ts'

const panelErrors = defineMessages('errors.panel', {
  tunnelOfOperator: 'way: the settings of this server decide about its tunnel, not the panel.',
  tunnelOfFirstChannel:
    'The tunnel makes this server public for all of its channels. Only an owner of its first channel can turn it on.',
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
    has_link: boolean({ description: 'Whether get-tunnel-link returns a page that solves the problem.' }),
    can_change: boolean({ description: 'Whether you own the first channel of this server, and so may turn it on.' }),
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

function reachOf(view: KickReachView, canChange: boolean): Static<typeof reach> {
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
      has_link: tunnel.link !== null,
      can_change: canChange,
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
    has_link: false,
    can_change: true,
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
    return reachFor(ctx, caller)
  },
})

async function reachFor(ctx: Context, caller: PanelCaller): Promise<Static<typeof reach>> {
  const [view, isServerOwner] = await Promise.all([
    ctx.kickReach.view(caller.channel.id),
    ownsFirstChannel(ctx, caller.person),
  ])
  return reachOf(view, isServerOwner && reaches(caller.role, setKickReach.role))
}

export const getTunnelLink = definePanelOperation({
  name: 'get-tunnel-link',
  summary: 'Returns the page on which the problem of the tunnel is solved.',
  role: 'owner',
  // Whoever opens the page can add the computer of the server to a Tailscale network of their own.
  grants: 'access',
  effect: 'none',
  input: object({}),
  output: object({ link: nullable(text({ description: 'Null when no page is needed.' })) }),
  failures: ['missing_role'],
  example: { input: {}, output: { link: 'https://login.tailscale.com/a/1a2b3c4d' } },
  async handle({ caller, ctx }) {
    await requireFirstChannel(ctx, caller.person, panelErrors.tunnelOfFirstChannel.of())
    return { link: (await ctx.kickReach.view(caller.channel.id)).tunnel.link }
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
  failures: ['invalid_parameter', 'missing_role'],
  example: { input: { way: 'tunnel', enabled: true }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    const { way, enabled } = input
    if (way === 'tunnel' && enabled) {
      await requireFirstChannel(ctx, caller.person, panelErrors.tunnelOfFirstChannel.of())
    }
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
      return reachFor(ctx, caller)
    })
  },
})
