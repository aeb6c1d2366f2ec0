/**
 * What the extension reads from the open Kick page and sends on. Everything is bounded, because it comes from a page that
 * others write: `parseMirrored` accepts exactly these shapes.
 */

export const maxMirroredEvents = 50
const maxBadges = 20
const maxGifts = 100

/** How far the extension has come with mirroring; the panel shows what is missing. */
export const mirrorStates = ['no_page', 'reload_page', 'page_changed', 'open'] as const
export type MirrorState = (typeof mirrorStates)[number]

/** A connected browser. `mirror` is null until its extension has reported it. */
export interface ConnectedBrowser {
  readonly hasTab: boolean
  readonly mirror: MirrorState | null
}

export type MirroredEvent =
  | {
      readonly kind: 'chat'
      /** The id of the message, the same one that webhooks have. */
      readonly id: string
      readonly userId: string
      readonly name: string
      /** The types of the badges that the page shows, such as `moderator`. */
      readonly badges: readonly string[]
      readonly text: string
      /** When it was written, in milliseconds. */
      readonly at: number
    }
  /** The page has no ids for these: names are looked up on the server. */
  | { readonly kind: 'subscription'; readonly name: string; readonly months: number }
  | {
      readonly kind: 'gift'
      /** The same for all parts of one gift; empty if the page does not say it. */
      readonly id: string
      /** Empty for an anonymous gift. */
      readonly giver: string
      readonly names: readonly string[]
    }

type Fields = Readonly<Record<string, unknown>>

/** The events, or undefined if any of them is not exactly one of the above. */
export function parseMirrored(list: unknown): readonly MirroredEvent[] | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.length > maxMirroredEvents) return undefined
  const events = list.map(parseOne)
  return events.every((event) => event !== undefined) ? events : undefined
}

function parseOne(value: unknown): MirroredEvent | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Fields
  switch (fields.kind) {
    case 'chat': {
      const { id, userId, name, badges, text, at } = fields
      const isWhole = hasOnly(fields, ['kind', 'id', 'userId', 'name', 'badges', 'text', 'at'])
      if (!isWhole || !isId(id) || !isUserId(userId) || !isName(name) || !isText(text) || !isCount(at)) return undefined
      return isList(badges, maxBadges, isBadge) ? { kind: 'chat', id, userId, name, badges, text, at } : undefined
    }
    case 'subscription': {
      const { name, months } = fields
      const isWhole = hasOnly(fields, ['kind', 'name', 'months']) && isName(name) && isCount(months)
      return isWhole && months >= 1 && months <= 1200 ? { kind: 'subscription', name, months } : undefined
    }
    case 'gift': {
      const { id, giver, names } = fields
      const isWhole = hasOnly(fields, ['kind', 'id', 'giver', 'names']) && (id === '' || isId(id))
      if (!isWhole || !(giver === '' || isName(giver)) || !isList(names, maxGifts, isName)) return undefined
      return names.length === 0 ? undefined : { kind: 'gift', id, giver, names }
    }
    default:
      return undefined
  }
}

function hasOnly(fields: Fields, allowed: readonly string[]): boolean {
  return Object.keys(fields).every((key) => allowed.includes(key))
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,100}$/.test(value)
}

function isUserId(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,15}$/.test(value)
}

function isBadge(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,40}$/.test(value)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[^\p{Cc}\p{Cs}\s]{1,100}$/u.test(value)
}

/** Kick's limit is 500 characters, with the codes of emotes beside it. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2000 && /^[^\p{Cc}\p{Cs}]+$/u.test(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isList<T>(value: unknown, max: number, isOne: (one: unknown) => one is T): value is readonly T[] {
  return Array.isArray(value) && value.length <= max && value.every(isOne)
}
