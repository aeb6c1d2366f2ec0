import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, oneOf, withDefault } from '../../../kernel/schema/schema.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'

const platform = oneOf(platformWords, { description: 'Whose subscribers.' })

export const getSubscriberTotal = defineOperation({
  name: 'get-subscriber-total',
  group: 'Subscribers',
  summary: 'Returns how many subscribers the channel has on a platform.',
  description:
    "The platform's own count, which includes subscriptions from before the account was connected. A platform that does not provide it answers with 400 and a sentence.",
  scope: 'subscribers:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object({ platform: withDefault(platform, 'PlatformA') }),
  output: object({ platform, total: integer() }),
  failures: platformFailures,
  example: { input: {}, output: { platform: 'PlatformA', total: 27 } },
  async handle({ input, caller, ctx }) {
    const total = await ctx.audienceFigures.countSubscribers(caller.channel, platformNamed(input.platform))
    return { platform: input.platform, total }
  },
})
