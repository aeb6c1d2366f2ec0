import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { integer, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { browserKey } from '../../sign-in/browser-key.ts'
import { accountRole, onePermission, serviceName } from './platforms.ts'

const codeId = text({ max: 100, description: 'The sign-in, from begin-device-sign-in.' })

export const beginDeviceSignIn = definePanelOperation({
  name: 'begin-device-sign-in',
  summary: 'Returns a code to enter at the service, on any device. The account is connected in this session only.',
  role: 'owner',
  grants: 'account',
  effect: 'outside',
  input: object({ service: serviceName, role: accountRole, permission: onePermission }),
  output: object({
    id: text(),
    user_code: text({ description: 'What to enter.' }),
    address: text({ description: 'Where to enter it.' }),
    expires_at: integer({ description: 'Milliseconds since 1970.' }),
    wait_seconds: integer({ description: 'When to ask for the result.' }),
  }),
  failures: ['not_found', 'invalid_parameter', 'platform_not_connected', 'platform_unavailable', 'platform_refused'],
  example: {
    input: { service: 'twitch', role: 'bot' },
    output: {
      id: 'device_8dK2mQ0aXz31TnLpVb7c',
      user_code: 'ABCDEFGH',
      address: 'https://www.twitch.tv/activate',
      expires_at: 1_763_001_800_000,
      wait_seconds: 5,
    },
  },
  async handle({ input, caller, ctx }) {
    const { service, role, permission } = input
    const { channel } = caller
    const wanted = { channelId: channel.id, role, permission, preSession: browserKey(caller.sessionId, channel) }
    const begun = await ctx.connecting.beginDevice(service, wanted, async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.begin-connecting', data: { service, role } })
    })
    return {
      id: begun.id,
      user_code: begun.userCode,
      address: begun.address,
      expires_at: begun.expiresAt,
      wait_seconds: begun.intervalSeconds,
    }
  },
})

export const pollDeviceSignIn = definePanelOperation({
  name: 'poll-device-sign-in',
  summary:
    'Tells whether the code was entered, and connects the account when it was. Asks the service at its interval.',
  role: 'owner',
  // The sign-in was recent when the code was created, which only this session can use.
  grants: 'nothing',
  effect: 'outside',
  input: object({ service: serviceName, id: codeId }),
  output: object({
    state: oneOf(['waiting', 'connected', 'denied', 'expired']),
    wait_seconds: nullable(integer({ description: 'When to ask again.' })),
    username: nullable(text({ description: 'The account that was connected.' })),
  }),
  failures: ['not_found', 'invalid_parameter', 'platform_unavailable', 'platform_refused'],
  example: {
    input: { service: 'twitch', id: 'device_8dK2mQ0aXz31TnLpVb7c' },
    output: { state: 'waiting', wait_seconds: 5, username: null },
  },
  async handle({ input, caller, ctx }) {
    const { service, id } = input
    const { channel } = caller
    const wanted = { channelId: channel.id, id, preSession: browserKey(caller.sessionId, channel) }
    const progress = await ctx.connecting.pollDevice(service, wanted, caller)
    return {
      state: progress.state,
      wait_seconds: progress.state === 'waiting' ? Math.max(1, progress.waitSeconds) : null,
      username: progress.state === 'connected' ? progress.username : null,
    }
  },
})

export const cancelDeviceSignIn = definePanelOperation({
  name: 'cancel-device-sign-in',
  summary: 'Forgets a code, so that entering it connects nothing.',
  role: 'owner',
  grants: 'nothing',
  effect: 'rows',
  input: object({ service: serviceName, id: codeId }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { service: 'twitch', id: 'device_8dK2mQ0aXz31TnLpVb7c' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.connecting.cancelDevice(tx, input.service, caller.channel.id, input.id)
      return {}
    })
  },
})
