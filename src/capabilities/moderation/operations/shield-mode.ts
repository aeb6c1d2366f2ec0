import { anyPlatform, flag } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { roomPlatform, roomPlatformOutput, roomResult } from './fields.ts'

export const shieldMode = defineOperation({
  name: 'shield-mode',
  group: 'Moderation',
  summary: 'Turns shield mode on or off, or reads its state.',
  description:
    'In shield mode only followers can write, in slow mode, if the platform supports it, and alerts of follows, subscriptions and similar events are held: the automations with hold_in_shield_mode. off restores the previous chat modes and starts them for the newest fifty events, without those of viewers who were banned or timed out in the meantime.',
  scope: 'moderation:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({
    mode: oneOf(['on', 'off', 'status'], { description: 'What to do; status only reads the state.' }),
    platform: roomPlatform,
  }),
  output: object({
    mode: oneOf(['on', 'off'], { description: 'on when shield mode is on for any platform.' }),
    platform: roomPlatformOutput,
    results: list(
      object({
        platform: anyPlatform,
        active: flag('1 when it is up there.'),
        error: nullable(text({ description: 'Why nothing was changed on this platform.' })),
        code: nullable(text()),
      }),
    ),
  }),
  failures: platformFailures,
  example: {
    input: { mode: 'status', platform: 'PlatformA' },
    output: {
      mode: 'off',
      platform: 'PlatformA',
      results: [{ platform: 'PlatformA', active: 0, error: null, code: null }],
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { channel } = caller
    const { chatRooms } = ctx
    const platform = input.platform && platformNamed(input.platform)
    const outcomes =
      input.mode === 'status'
        ? await chatRooms.list(channel, platform)
        : await chatRooms[input.mode === 'on' ? 'raise' : 'lower'](channel, platform)
    return commit(async (tx) => {
      const changed =
        input.mode === 'status'
          ? []
          : await chatRooms[input.mode === 'on' ? 'noteRaised' : 'noteLowered'](tx, channel.id, outcomes)
      for (const platform of changed) {
        await ctx.moderation.note(tx, caller, { type: 'shield', platform, reason: input.mode })
        if (input.mode === 'off') await ctx.automationParts.releaseHeld(tx, channel.id, platform)
      }
      const up = await chatRooms.up(tx, channel.id)
      const results = outcomes.map((outcome) => {
        const { platform, error, code } = roomResult(outcome)
        return { platform, active: up.has(outcome.platform) ? (1 as const) : (0 as const), error, code }
      })
      const isUp = results.some(({ active }) => active === 1)
      return { mode: isUp ? ('on' as const) : ('off' as const), platform: input.platform ?? 'all', results }
    })
  },
})
