import { platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, object } from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

const enabled = boolean({ description: 'Whether it is on.' })

export const platformShieldMode = defineOperation({
  name: 'platform-shield-mode',
  group: 'Moderation',
  summary: "Turns the platform's own Shield Mode on or off.",
  description:
    'What it restricts is set up on the platform. The shield mode of this server, shield-mode, is another one and works on every platform.',
  scope: 'moderation:write',
  ratePerMinute: 60,
  effect: 'outside',
  hints: { isIdempotent: true },
  input: object({ platform: platformOf(platformWords), enabled }),
  output: object({ platform: platformOf(platformWords), enabled }),
  failures: platformFailures,
  example: {
    input: { platform: 'PlatformB', enabled: true },
    output: { platform: 'PlatformB', enabled: true },
  },
  async handle({ input: { platform, enabled }, caller, ctx, commit }) {
    await ctx.chatStanding.setShieldMode(caller.channel, platformNamed(platform), enabled)
    return commit(async () => ({ platform, enabled }))
  },
})
