import { useEffect, useState } from 'preact/hooks'

/** A local copy that is being edited, beside the stored value. */
export function useDraft<T>(stored: T | undefined) {
  const [draft, setDraft] = useState<T>()
  const [known, setKnown] = useState<T>()
  // A change made elsewhere replaces the draft, unless the draft has unsaved changes.
  useEffect(() => {
    if (stored === undefined) return
    setKnown(stored)
    if (draft === undefined || isSame(draft, known)) setDraft(stored)
  }, [stored])
  const keep = (saved: T) => {
    setKnown(saved)
    setDraft(saved)
  }
  return { draft, known, isChanged: draft !== undefined && !isSame(draft, known), setDraft, keep }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
