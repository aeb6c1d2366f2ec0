/** The filters of the feed on Home, in its order. */
export const momentGroups = ['follows', 'subscriptions', 'support', 'raids', 'rewards'] as const
export type MomentGroup = (typeof momentGroups)[number]

/** What a person did that a streamer may want to thank for. What the server did about it is no moment of its own. */
export const momentKinds = {
  follow: 'follows',
  share: 'follows',
  'super-fan': 'follows',
  'watch-streak': 'follows',
  subscription: 'subscriptions',
  'subscription.gifts': 'subscriptions',
  'subscription.received': 'subscriptions',
  'subscription.shared': 'subscriptions',
  'subscription.upgrade': 'subscriptions',
  bits: 'support',
  donation: 'support',
  'power-up': 'support',
  raid: 'raids',
  'redemption.added': 'rewards',
  'redemption.automatic': 'rewards',
} as const satisfies Readonly<Record<string, MomentGroup>>

/**
 * What became of the alert of a moment. `none`: it has none. `held`: shield mode is on. `missed`: it was not shown, and
 * will not be.
 */
export const momentStates = ['none', 'held', 'waiting', 'playing', 'shown', 'skipped', 'missed'] as const
export type MomentState = (typeof momentStates)[number]

export function momentGroupOf(kind: string): MomentGroup | undefined {
  const groups: Readonly<Record<string, MomentGroup>> = momentKinds
  return Object.hasOwn(groups, kind) ? groups[kind] : undefined
}

const largeUsd = 20
const largeGifts = 10
const largeRaid = 50

/** Whether it is large enough to stay in sight until somebody has seen it. */
export function isLargeMoment({
  kind,
  data,
}: {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}): boolean {
  if (momentGroupOf(kind) === 'support') return Number(data.amount_usd ?? 0) >= largeUsd
  if (kind === 'subscription.gifts') return Number(data.count) >= largeGifts
  return kind === 'raid' && Number(data.viewers) >= largeRaid
}
