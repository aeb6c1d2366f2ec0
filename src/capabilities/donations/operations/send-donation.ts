import { maxNameLength, platformOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { number, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { platformNamed } from '../../../platforms/contract/platforms.ts'
import { providerNamed, providerWireNames } from '../contract/donation-providers.ts'

const provider = oneOf(providerWireNames, { description: 'The provider to simulate.' })
const platform = platformOf(['PlatformA', 'PlatformB'], "The donor's platform.")

export const sendDonation = defineOperation({
  name: 'send-donation',
  group: 'Donations',
  summary: 'Simulates a donation.',
  description:
    'Writes a log entry marked as a test and fires the donation alert. No overlay is needed: the alert waits for one ' +
    'up to five minutes. The donor need not exist.',
  scope: 'donations:send',
  ratePerMinute: 90,
  effect: 'rows',
  input: object({
    provider,
    amount: number({ above: 0, description: 'How much.' }),
    currency: text({ min: 1, max: 16, cleaning: 'line', description: 'The symbol or code of the currency.' }),
    username: withDefault(
      text({ max: maxNameLength, cleaning: 'name', description: "The donor's user name." }),
      'api_donor',
    ),
    displayname: optional(
      text({ max: maxNameLength, cleaning: 'line', description: "The donor's display name; default the user name." }),
    ),
    message: optional(text({ max: 500, description: "The donor's message." })),
    userid: optional(text({ max: maxNameLength, cleaning: 'name', description: "The donor's user id." })),
    platform: withDefault(platform, 'PlatformA'),
  }),
  output: object({
    provider,
    amount: number(),
    currency: text(),
    username: text(),
    displayname: text(),
    message: text(),
  }),
  failures: [],
  example: {
    input: { provider: 'ProviderA', amount: 5, currency: 'USD', username: 'alice', message: 'Great show.' },
    output: {
      provider: 'ProviderA',
      amount: 5,
      currency: 'USD',
      username: 'alice',
      displayname: 'alice',
      message: 'Great show.',
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { provider, amount, currency, username, displayname = username, message = '', userid = '' } = input
    const shown = { amount, currency, username, displayname, message }
    const settings = await ctx.settings.of(caller.channel.id)
    return commit(async (tx) => {
      const origin = { provider: providerNamed(provider), platform: platformNamed(input.platform), userId: userid }
      await ctx.donations.simulate(tx, caller, settings, { ...shown, ...origin })
      return { provider, ...shown }
    })
  },
})
