export interface Difference {
  /** Where it stands, such as `steps.2.text`. */
  readonly path: string
  /** Undefined where it is not there. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The single values in which two contents differ, in the order in which they are written. */
export function differences(before: object, after: object): Difference[] {
  const [old, current] = [flat(before), flat(after)]
  const paths = new Set([...old.keys(), ...current.keys()])
  return [...paths]
    .filter((path) => old.get(path) !== current.get(path))
    .map((path) => ({ path, before: old.get(path), after: current.get(path) }))
}

function flat(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return into.set(path, String(value))
  for (const [key, inner] of Object.entries(value)) {
    // People count from 1.
    const name = Array.isArray(value) ? String(Number(key) + 1) : key
    flat(inner, path === '' ? name : `${path}.${name}`, into)
  }
  return into
}
