/** Loads with the first call and keeps the result. */
export interface LoadOnce<T> {
  (): Promise<T>
  /** What is loaded, or being loaded, by now. */
  loaded(): Promise<T> | undefined
}

/**
 * For code and data that a start does not need. A failure is not kept, because its cause may end, such as too many open
 * files: the next call tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): LoadOnce<T> {
  let loading: Promise<T> | undefined
  function get(): Promise<T> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return Object.assign(get, { loaded: () => loading })
}
