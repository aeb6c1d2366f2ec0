import { identifier, union } from '../../../kernel/schema/open-schema.ts'
import { list, number, type Static, text } from '../../../kernel/schema/schema.ts'

/** Named values: counters, texts, lists and clocks that commands, automations, overlays and programs share. */

/** One value of the channel, or one of each viewer. */
export const valueOwners = ['channel', 'viewer'] as const
export type ValueOwner = (typeof valueOwners)[number]

/** `stream`: it starts again when the stream ends. */
export const valueLifetimes = ['forever', 'stream'] as const
export type ValueLifetime = (typeof valueLifetimes)[number]

export const clockDirections = ['up', 'down'] as const
export type ClockDirection = (typeof clockDirections)[number]

/** `reset` works for every type: it brings back the initial value. */
export const valueActions = ['start', 'pause', 'reset'] as const
export type ValueAction = (typeof valueActions)[number]

export const valueLimits = {
  nameLength: 50,
  /** Of a channel, each viewer's counted once. */
  values: 500,
  /** Characters of all values of a channel as they are stored. */
  storedSize: 2_000_000,
  textLength: 500,
  items: 1_000,
  /** Of a list that each viewer has. */
  viewerItems: 100,
  /** Items of a list that answers other than that of get-value contain. */
  shownItems: 50,
  /** Items that an event names. */
  loggedItems: 20,
  decimals: 6,
  number: Number.MAX_SAFE_INTEGER,
  /** Ten years. */
  clockSeconds: 315_360_000,
} as const

export const valueName = (description: string) => identifier({ max: valueLimits.nameLength, description })

const numberContent = number({ min: -valueLimits.number, max: valueLimits.number })
const textContent = text({ max: valueLimits.textLength, cleaning: 'line' })
export const itemContent = textContent
const listContent = list(itemContent, { max: valueLimits.items })

/** What a value holds: a number (of a clock, its seconds), a text, or the items of a list. */
export const valueContent = (description: string) => union([numberContent, textContent, listContent], { description })
export type ValueContent = Static<ReturnType<typeof valueContent>>

/** What a change of a value is called in its history. */
export const valueChangeKinds = [
  'created',
  'set',
  'added',
  'removed',
  'started',
  'paused',
  'reset',
  'ended',
  'cleared',
  'limited',
] as const
export type ValueChangeKind = (typeof valueChangeKinds)[number]

/** The bounds of a value. Which of them hold depends on its type; those of a clock are in seconds. */
export interface ValueSettings {
  readonly initial?: number | string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  /** Whether a list has each item once, compared without case. */
  readonly unique?: boolean
  readonly direction?: ClockDirection
}
