import { useEffect, useState } from 'preact/hooks'

/** What is being changed, beside what is stored. */
export function useDraft<T>(stored: T | undefined) {
  const [draft, setDraft] = useState<T>()
  const [known, setKnown] = useState<T>()
  // What changed elsewhere is taken over, unless somebody is in the middle of a change here.
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
