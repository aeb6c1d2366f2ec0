import { type Action, isExcluded, isVip, midnightAt, nameOf, type Platform, rules, type Second } from './script.ts'

/** What the rows must say of one viewer on one platform in the end. */
export interface Tally {
  points: number
  minutes: number
  messages: number
  minutesByDay: [number, number]
  messagesByDay: [number, number]
}

export interface Count {
  /** `platform name` to what they have got. */
  readonly viewers: ReadonlyMap<string, Tally>
  /** `kind platform name` to how often. */
  readonly activity: ReadonlyMap<string, number>
}

interface Known {
  readonly tally: Tally
  readonly earnedByHour: Map<number, number>
  followed: boolean
  subscribed: boolean
  vip: boolean
  joined: boolean
  wroteAt: number
  rewardedAt: number
  bannedUntil: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Counts the show from its script alone. It shares nothing with the server but the words of the script. */
export function countScript(seconds: readonly Second[], startsAt: number): Count {
  const people = new Map<string, Known>()
  const activity = new Map<string, number>()

  const keyOf = (platform: Platform, viewer: number) => `${platform} ${nameOf(viewer)}`
  function person(platform: Platform, viewer: number): Known {
    const key = keyOf(platform, viewer)
    const known = people.get(key)
    if (known !== undefined) return known
    const tally: Tally = { points: 0, minutes: 0, messages: 0, minutesByDay: [0, 0], messagesByDay: [0, 0] }
    const never = { wroteAt: -Infinity, rewardedAt: -Infinity, bannedUntil: -Infinity }
    const nothing = { followed: false, subscribed: false, vip: false, joined: false }
    const made = { tally, earnedByHour: new Map<number, number>(), ...nothing, ...never }
    people.set(key, made)
    return made
  }

  function earn(who: Known, viewer: number, base: number, at: number): void {
    if (isExcluded(viewer)) return
    const factors = [
      ...(who.followed ? [rules.multipliers.follower] : []),
      ...(who.subscribed ? [rules.multipliers.subscriber] : []),
      ...(who.vip ? [rules.multipliers.vip] : []),
    ]
    const worth = Math.floor(base * (factors.length === 0 ? 1 : Math.max(...factors)))
    const hour = Math.floor(at / hourMs)
    const earned = who.earnedByHour.get(hour) ?? 0
    const amount = Math.min(worth, rules.maxPerHour - earned)
    who.earnedByHour.set(hour, earned + amount)
    who.tally.points += amount
  }

  function note(kind: string, platform: Platform, viewer: number): void {
    const key = `${kind} ${keyOf(platform, viewer)}`
    activity.set(key, (activity.get(key) ?? 0) + 1)
  }

  /** Kick tells who is there; Twitch does not, so there it is whoever wrote within the window. */
  function tick(now: number): void {
    const began = now - minuteMs
    const day = began < midnightAt ? 0 : 1
    for (const [key, who] of people) {
      const [platform = '', name = ''] = key.split(' ')
      const viewer = viewerByName.get(name) ?? 0
      if (isExcluded(viewer)) continue
      const isThere = platform === 'kick' ? who.joined : who.wroteAt >= now - rules.presenceMinutes * minuteMs
      if (!isThere) continue
      who.tally.minutes++
      who.tally.minutesByDay[day]++
      earn(who, viewer, rules.perMinute, began)
    }
  }

  const viewerByName = new Map<string, number>()

  function happen(action: Action, now: number): void {
    const { platform, viewer } = action
    viewerByName.set(nameOf(viewer), viewer)
    const who = person(platform, viewer)
    const isBanned = who.bannedUntil > now
    if ((action.kind === 'chat' || action.kind === 'join') && isBanned) return
    if (action.kind === 'join') {
      who.joined = true
      return
    }
    who.vip = isVip(viewer)
    switch (action.kind) {
      case 'chat': {
        who.tally.messages++
        who.tally.messagesByDay[now < midnightAt ? 0 : 1]++
        who.joined = true
        who.wroteAt = now
        if (now - who.rewardedAt < rules.windowSeconds * 1000) return
        if (!isExcluded(viewer)) who.rewardedAt = now
        earn(who, viewer, rules.perMessage, now)
        return
      }
      case 'follow': {
        note('follow', platform, viewer)
        if (who.followed) return
        who.followed = true
        earn(who, viewer, rules.follow, now)
        return
      }
      case 'subscribe': {
        note(action.giver === null ? 'subscription' : 'subscription.received', platform, viewer)
        who.subscribed = true
        if (action.giver === null) {
          earn(who, viewer, rules.subscription, now)
          return
        }
        viewerByName.set(nameOf(action.giver), action.giver)
        const giver = person(platform, action.giver)
        giver.vip = isVip(action.giver)
        earn(giver, action.giver, rules.gift, now)
        return
      }
      case 'raid':
        note('raid', platform, viewer)
        earn(who, viewer, rules.raid, now)
        return
      case 'bits':
        note('bits', platform, viewer)
        return
      case 'ban':
        note(action.minutes === null ? 'ban' : 'timeout', platform, viewer)
        who.bannedUntil = action.minutes === null ? Number.POSITIVE_INFINITY : now + action.minutes * minuteMs
        who.joined = false
    }
  }

  for (const [second, { bans, others, lines }] of seconds.entries()) {
    const now = startsAt + second * 1000
    if (second > 0 && second % 60 === 0) tick(now)
    for (const action of [...bans, ...others, ...lines]) happen(action, now)
  }
  return { viewers: new Map([...people].map(([key, { tally }]) => [key, tally])), activity }
}
