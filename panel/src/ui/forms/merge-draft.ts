import { stableText } from '../../../../src/kernel/schema/version.ts'
import type { ChangedField, KeptDraft } from '../../drafts.ts'

/**
 * A three-way merge, field by field: what only the other person changed is taken over, what only this draft changed
 * stays, and of what both changed the draft keeps its own until its author decides.
 */
export function mergeDraft<T extends object>({ base, value, meanwhile = [] }: KeptDraft<T>, stored: T): KeptDraft<T> {
  const [from, mine, theirs] = [base, value, stored].map((one) => one as Readonly<Record<string, unknown>>)
  const merged: Record<string, unknown> = {}
  const changed: ChangedField[] = []
  for (const name of new Set([...Object.keys(theirs ?? {}), ...Object.keys(mine ?? {})])) {
    const [was, yours, other] = [from?.[name], mine?.[name], theirs?.[name]]
    const isMine = !isSame(was, yours)
    const isTheirs = !isSame(was, other)
    const taken = isMine ? yours : other
    if (taken !== undefined) merged[name] = taken
    if (isTheirs && !isSame(yours, other)) changed.push({ name, theirs: other, yours, isBoth: isMine })
  }
  const next = merged as T
  if (isSame(next, stored)) return { base: stored, value: stored }
  const before = meanwhile.filter(({ name }) => !changed.some((field) => field.name === name))
  return { base: stored, value: next, meanwhile: [...before, ...changed] }
}

/** Equal as the server would receive them: the order of keys and keys without a value do not count. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || stableText(a) === stableText(b)
}
