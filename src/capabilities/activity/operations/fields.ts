import { anyPlatform, flag } from '../../../definitions/fields.ts'
import { supportFields } from '../../../definitions/support/support-fields.ts'
import { model } from '../../../kernel/schema/model.ts'
import { dateTime, integer, nullable, number, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { wordFor } from '../../../platforms/contract/platforms.ts'
import { providerWireNameOf, providerWireNames } from '../../donations/contract/donation-providers.ts'
import type { Entry } from '../entries.ts'

const types = ['follower', 'sub_new', 'sub_renew', 'sub_gift', 'ban', 'timeout', 'donation', 'kicks', 'bits'] as const
type ItemType = (typeof types)[number]

/** The fields that the items of every list carry. */
const shared = {
  id: integer({ description: 'Its position in the event log; newer entries are higher.' }),
  platform: anyPlatform,
  type: oneOf(types),
  user_id: text({ description: "The person's id on the platform; empty when it is not known." }),
  username: text(),
  displayname: text(),
  created_at: dateTime({ description: 'When it happened.' }),
}

export const follower = model('RecentFollower', object(shared))

export const subscription = model(
  'RecentSubscription',
  object({
    ...shared,
    subscription_type: text({ description: 'self, or gift when someone else paid.' }),
    tier: integer(),
    months: integer(),
  }),
)

export const banned = model(
  'RecentBan',
  object({
    ...shared,
    reason: text(),
    duration_minutes: nullable(integer({ description: 'null when it is permanent.' })),
    expires_at: nullable(dateTime({ description: 'When it ends; null when it is permanent.' })),
    moderator: text(),
  }),
)

export const donor = model(
  'RecentDonation',
  object({
    ...shared,
    provider: oneOf(providerWireNames),
    amount: number(),
    currency: text(),
    message: text(),
    is_test: flag('1 when send-donation made it.'),
    unit: supportFields.unit,
    value: supportFields.value,
    amount_usd: supportFields.amount_usd,
  }),
)

export const cheer = model('RecentCheer', object({ ...shared, amount: integer(), message: text(), ...supportFields }))

export function followerItem(entry: Entry<'followers'>) {
  return sharedFields(entry, 'follower')
}

export function subscriptionItem(entry: Entry<'subscribers'>) {
  const { type, subscription_type, tier, months } = entry.data
  return { ...sharedFields(entry, type), subscription_type, tier, months }
}

export function bannedItem(entry: Entry<'banned'>) {
  const { type, reason, duration_minutes, expires_at, moderator } = entry.data
  return {
    ...sharedFields(entry, type),
    reason,
    duration_minutes,
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    moderator,
  }
}

export function donorItem(entry: Entry<'donors'>) {
  const { provider, amount, currency, message, unit, value, amount_usd, is_test } = entry.data
  return {
    ...sharedFields(entry, 'donation'),
    provider: providerWireNameOf(provider),
    amount,
    currency,
    message,
    is_test: is_test ? (1 as const) : (0 as const),
    unit,
    value,
    amount_usd,
  }
}

export function cheerItem(entry: Entry<'kicks'> | Entry<'bits'>, type: 'kicks' | 'bits') {
  const { amount, message, unit, currency, value, amount_usd } = entry.data
  return { ...sharedFields(entry, type), amount, message, unit, currency, value, amount_usd }
}

interface AnyEntry extends Pick<Entry<'followers'>, 'id' | 'platform' | 'at'> {
  readonly data: { readonly user_id: string; readonly username: string; readonly displayname: string }
}

function sharedFields(entry: AnyEntry, type: ItemType) {
  const { user_id, username, displayname } = entry.data
  return {
    id: entry.id,
    // A donation need not come from a platform; the answer always names one, as send-donation does by default.
    platform: wordFor(entry.platform ?? 'kick'),
    type,
    user_id,
    username,
    displayname,
    created_at: new Date(entry.at).toISOString(),
  }
}
