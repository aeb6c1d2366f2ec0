/** For what a start does not need: created by the first call, and kept. */
export function whenNeeded<T extends object>(create: () => T): () => T {
  let created: T | undefined
  return () => {
    created ??= create()
    return created
  }
}
