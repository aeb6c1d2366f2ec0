import { commonWords } from '../../../definitions/common-words.ts'
import { codeOf, formatAmount, type MoneyAmount } from '../../../definitions/currencies.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { supportInDollars } from '../../../definitions/support/support-amounts.ts'
import { supportFields } from '../../../definitions/support/support-fields.ts'
import { integer, number, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import { type Provider, providerOf, providers, providerWireNameOf, providerWireNames } from './donation-providers.ts'

const messages = defineMessages('events.donations', {
  donation: commonWords.donation,
  donated: '{name} donated {amount}',
  sourceSaved: 'Donation source set up',
  saved: 'Donations from {provider} set up',
  sourceRemoved: 'Donation source removed',
  removed: 'Donations from {provider} removed',
  sourcePrepared: 'Donation source prepared',
  prepared: 'Webhook address for {provider} created',
})

/** How a donation came here: from a provider, from send-donation, or with the demo content. */
export type DonationOrigin = `provider:${Provider}` | 'api' | 'demo'
export const donationOrigins: readonly DonationOrigin[] = [
  ...providers.map((provider) => `provider:${provider}` as const),
  'api',
  'demo',
]

const { currency: _currency, ...support } = supportFields

/** How much a donation is, as gifts of platforms say it. */
export function donatedIn({ amount, currency }: MoneyAmount) {
  const given = { unit: 'money', value: amount } as const
  return { ...given, amount_usd: supportInDollars({ ...given, currency: codeOf(currency) }) }
}

/** A donation happens at a provider. It names a platform only where the donor is known there. */
export const donation = defineEvent({
  kind: 'donation',
  group: 'people',
  icon: 'gift',
  title: messages.donation,
  data: object({
    origin: oneOf(donationOrigins),
    provider: oneOf(providers),
    user_id: text({ description: "The donor's id on the platform; empty when it is not known." }),
    username: text(),
    displayname: text(),
    amount: number(),
    currency: text(),
    ...support,
    message: text(),
    is_test: integer({ min: 0, max: 1, description: '1 when no money was paid.' }),
  }),
  refersTo: { platform: 'optional', externalId: 'optional' },
  readableBy: { role: 'viewer', scope: 'activity:read' },
  list: () => 'donors',
  replayable: true,
  published: {
    type: 'channel.donation',
    data: object({
      origin: oneOf(['provider', 'api', 'demo'], { description: 'Who reported it: a provider, or send-donation.' }),
      provider: oneOf(providerWireNames),
      user_id: text({ description: "The donor's id on the platform; empty when it is not known." }),
      username: text(),
      displayname: text(),
      amount: number(),
      currency: text(),
      ...support,
      message: text(),
      is_test: integer({ min: 0, max: 1, description: '1 when no money was paid.' }),
    }),
    from: ({ origin, provider, ...rest }) => ({
      ...rest,
      origin: origin === 'api' || origin === 'demo' ? origin : 'provider',
      provider: providerWireNameOf(provider),
    }),
    example: {
      origin: 'provider:kofi',
      provider: 'kofi',
      user_id: '',
      username: 'alice',
      displayname: 'Alice',
      amount: 5,
      currency: 'EUR',
      unit: 'money',
      value: 5,
      amount_usd: 5,
      message: 'Great show',
      is_test: 0,
    },
  },
  sentence: (data) => withDetail(messages.donated({ name: nameOf(data), amount: formatAmount(data) }), data.message),
  // Before donations had an origin, those of a provider were stored as if Kick had reported them.
  fromStored(row) {
    const { origin, provider, user_id, is_test, amount } = row.data
    const isProvider = row.actor.startsWith('platform:')
    const older = isProvider ? `provider:${String(provider)}` : row.actor === 'first-start' ? 'demo' : 'api'
    return {
      ...row,
      platform: origin === undefined && isProvider ? null : row.platform,
      data: {
        ...{ unit: 'money', value: amount, amount_usd: null },
        ...row.data,
        ...{ origin: origin ?? older, user_id: user_id ?? '', is_test: is_test ? 1 : 0 },
      },
    }
  },
})

export const donationSourceSaved = defineEvent({
  kind: 'donation-source.saved',
  group: 'panel',
  icon: 'gift',
  title: messages.sourceSaved,
  data: object({ provider: oneOf(providers) }),
  readableBy: { role: 'viewer', scope: null },
  sentence: ({ provider }) => messages.saved({ provider: providerOf(provider).title }),
})

export const donationSourceRemoved = defineEvent({
  kind: 'donation-source.removed',
  group: 'panel',
  icon: 'gift',
  title: messages.sourceRemoved,
  data: object({ provider: oneOf(providers) }),
  readableBy: { role: 'viewer', scope: null },
  sentence: ({ provider }) => messages.removed({ provider: providerOf(provider).title }),
})

export const donationSourcePrepared = defineEvent({
  kind: 'panel.prepare-donation-source',
  group: 'panel',
  icon: 'gift',
  title: messages.sourcePrepared,
  data: object({ provider: oneOf(providers) }),
  readableBy: { role: 'editor', scope: null },
  sentence: ({ provider }) => messages.prepared({ provider: providerOf(provider).title }),
})

export const donationsEvents = [donation, donationSourceSaved, donationSourceRemoved, donationSourcePrepared] as const
