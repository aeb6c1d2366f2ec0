import { useEffect, useRef, useState } from 'preact/hooks'
import { type ChangedField, dropDraft, type KeptDraft, keepDraft, readDraft } from '../../drafts.ts'
import { isSame, mergeDraft } from './merge-draft.ts'

export interface Draft<T> {
  readonly draft: T
  /** What is saved, as far as this page knows. */
  readonly known: T
  readonly isChanged: boolean
  /** Fields that somebody else saved meanwhile, until the person has decided. */
  readonly meanwhile: readonly ChangedField[]
  readonly setDraft: (next: T) => void
  /** After the draft of this rendering was saved: this is what is stored now. Changes since then stay. */
  readonly keep: (saved: T) => void
  readonly discard: () => void
  /** Ends the notice about other changes, with theirs or with one's own. */
  readonly decide: (whose: 'theirs' | 'mine') => void
}

type NotLoaded = { readonly [K in keyof Draft<never>]: K extends 'draft' | 'known' ? undefined : Draft<never>[K] }

interface State<T> extends KeptDraft<T> {
  readonly place: string
  /** The stored value that this state has been compared with. */
  readonly seen: T
}

/**
 * A local copy that is being edited, beside the stored value. Changes are kept in the browser under the name of their
 * place until they are saved or discarded, so that neither another page nor a reload nor the end of a session loses
 * them. A change that was saved elsewhere is merged, and `meanwhile` says what both changed.
 */
export function useDraft<T extends object>(place: string, stored: T, start?: T): Draft<T>
export function useDraft<T extends object>(place: string, stored: T | undefined, start?: T): Draft<T> | NotLoaded
export function useDraft<T extends object>(place: string, stored: T | undefined, start?: T): Draft<T> | NotLoaded {
  const ref = useRef<State<T> | undefined>(undefined)
  /** What the person last made of it. A change that was saved elsewhere may have changed the value since. */
  const typed = useRef<T | undefined>(undefined)
  const [, redraw] = useState({})
  if (stored !== undefined) {
    ref.current = ref.current?.place === place ? settle(ref.current, stored) : begin(place, stored, start)
  }
  const state = ref.current?.place === place ? ref.current : undefined
  useEffect(() => {
    if (state !== undefined) store(state)
  }, [state])

  const set = (next: Partial<KeptDraft<T>>) => {
    if (ref.current === undefined) return
    ref.current = { ...ref.current, ...next }
    typed.current = next.value ?? typed.current
    // At once, and not after the next drawing: the person may already be leaving.
    store(ref.current)
    redraw({})
  }
  const sent = state?.value
  const typedUntilSent = typed.current
  const acts = {
    setDraft: (value: T) => set({ value }),
    keep: (saved: T) => {
      // The page shows something else by now.
      if (ref.current?.place !== place || sent === undefined) return dropDraft(place)
      // Not the value: the news of this very save may have come before its answer, and have looked like somebody
      // else's change of a text that the person has typed back to what it was.
      const since = typed.current
      const isSaved = since === undefined || since === typedUntilSent
      const value = isSaved ? saved : mergeDraft({ base: sent, value: since }, saved).value
      set({ base: saved, value, meanwhile: [] })
    },
    discard: () => ref.current && set({ value: ref.current.base, meanwhile: [] }),
    decide: (whose: 'theirs' | 'mine') => {
      if (ref.current === undefined) return
      const both = (ref.current.meanwhile ?? []).filter(({ isBoth }) => isBoth)
      const theirs = both.map(({ name, theirs }) => [name, theirs] as const)
      const value = whose === 'mine' ? {} : { value: { ...ref.current.value, ...Object.fromEntries(theirs) } }
      set({ ...value, meanwhile: [] })
    },
  }
  if (state === undefined) return { draft: undefined, known: undefined, isChanged: false, meanwhile: [], ...acts }
  const { base: known, value: draft, meanwhile = [] } = state
  return { draft, known, isChanged: !isSame(draft, known), meanwhile, ...acts }
}

function begin<T extends object>(place: string, stored: T, start: T | undefined): State<T> {
  const kept = readDraft<T>(place)
  if (kept === undefined) return { place, seen: stored, base: stored, value: start ?? stored }
  return { place, seen: stored, ...(isSame(kept.base, stored) ? kept : mergeDraft(kept, stored)) }
}

function settle<T extends object>(state: State<T>, stored: T): State<T> {
  if (stored === state.seen || isSame(stored, state.seen)) return state
  const { place, base, value } = state
  if (isSame(value, base)) return { place, seen: stored, base: stored, value: stored }
  return { place, seen: stored, ...mergeDraft(state, stored) }
}

function store<T>({ place, base, value, meanwhile = [] }: State<T>): void {
  if (isSame(value, base)) dropDraft(place)
  else keepDraft(place, { base, value, meanwhile })
}
