import { useRef } from 'preact/hooks'

/** Changes of the same field in this time are undone together. */
const togetherMs = 1_500
const maxKept = 100

interface History<T> {
  readonly value: T
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `field` names what is typed into; what is typed there in one go is one change. */
  change(next: T, field?: string): void
  undo(): void
  redo(): void
}

interface Kept<T> {
  value: T
  past: T[]
  future: T[]
  field: string | undefined
  at: number
}

/** Undo and redo of a value that its owner stores. A value that comes from elsewhere begins a new history. */
export function useHistory<T>(given: T, onChange: (value: T) => void): History<T> {
  const kept = useRef<Kept<T>>({ value: given, past: [], future: [], field: undefined, at: 0 }).current
  // What the server stored comes back as another object; the history goes on with the one that it knows.
  if (given !== kept.value && JSON.stringify(given) !== JSON.stringify(kept.value)) {
    Object.assign(kept, { value: given, past: [], future: [], field: undefined })
  }

  function go(from: T[], to: T[]): void {
    const value = from.pop()
    if (value === undefined) return
    to.push(kept.value)
    Object.assign(kept, { value, field: undefined })
    onChange(value)
  }

  return {
    value: kept.value,
    canUndo: kept.past.length > 0,
    canRedo: kept.future.length > 0,
    change(next, field) {
      const isSameField = field !== undefined && field === kept.field && Date.now() - kept.at < togetherMs
      if (!isSameField) kept.past = [...kept.past, kept.value].slice(-maxKept)
      Object.assign(kept, { value: next, future: [], field, at: Date.now() })
      onChange(next)
    },
    undo: () => go(kept.past, kept.future),
    redo: () => go(kept.future, kept.past),
  }
}
