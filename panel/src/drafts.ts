import { signal } from '@preact/signals'
import { me } from './state.ts'

/** An edit that is not saved yet: what it began from, and what it is now. */
export interface KeptDraft<T> {
  readonly base: T
  readonly value: T
  /** Fields that somebody else saved while this was edited. */
  readonly meanwhile?: readonly ChangedField[]
}

export interface ChangedField {
  readonly name: string
  readonly theirs: unknown
  readonly yours: unknown
  /** Both changed it; otherwise the other change was taken over. */
  readonly isBoth: boolean
}

const prefix = 'showcaller.draft.'
const keptForMs = 30 * 24 * 60 * 60 * 1000

/** Places that have a kept draft, so that lists can mark their rows. */
const places = signal<ReadonlySet<string>>(new Set())

/** Drafts belong to one person in one channel: another person at this browser neither sees nor saves them. */
function owner(): string {
  return `${prefix}${me.value?.channel.id ?? 0}.${me.value?.person.id ?? 0}.`
}

export function readDraft<T>(place: string): KeptDraft<T> | undefined {
  try {
    const text = localStorage.getItem(owner() + place)
    return text === null ? undefined : (JSON.parse(text) as KeptDraft<T>)
  } catch {
    // Without storage, or with a text that another version wrote, the editor begins with what is saved.
    return undefined
  }
}

/** Stored in the browser and not in the tab, so that a closed tab loses nothing either. */
export function keepDraft(place: string, draft: KeptDraft<unknown>): void {
  try {
    localStorage.setItem(owner() + place, JSON.stringify({ ...draft, at: Date.now() }))
  } catch {
    // A full storage keeps the draft for as long as its page is open.
  }
  if (!places.peek().has(place)) places.value = new Set(places.peek()).add(place)
}

export function dropDraft(place: string): void {
  try {
    localStorage.removeItem(owner() + place)
  } catch {
    // Without storage there is nothing to remove.
  }
  if (places.peek().has(place)) places.value = new Set([...places.peek()].filter((one) => one !== place))
}

export function hasDraft(place: string): boolean {
  return places.value.has(place)
}

/** Reads which drafts there are, once somebody is signed in, and removes those that nobody came back to. */
export function loadDrafts(): void {
  const mine = owner()
  const found = new Set<string>()
  for (const key of storedKeys()) {
    if (ageOf(key) > keptForMs) localStorage.removeItem(key)
    else if (key.startsWith(mine)) found.add(key.slice(mine.length))
  }
  places.value = found
}

/** On sign-out: whoever uses this browser next finds nothing. */
export function dropAllDrafts(): void {
  for (const key of storedKeys()) localStorage.removeItem(key)
  places.value = new Set()
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function ageOf(key: string): number {
  try {
    const { at } = JSON.parse(localStorage.getItem(key) ?? '{}') as { at?: number }
    return Date.now() - (at ?? 0)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
