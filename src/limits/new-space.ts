/**
 * V8 keeps new objects in two halves of a space that it doubles while many objects survive a collection. Under a flood of
 * requests that wait, that is up to 64 MiB each, which V8 does not give back while the flood lasts. An ordinary load
 * reaches 16 MiB: the space stops growing there. The option `--max-semi-space-size` would do the same, but only on the
 * command line of Node, which is not ours in every kind of start.
 */
export const maxHalfBytes = 16 * 1024 * 1024

let isLimited = false

/** For this process, once. Until the limit is reached, each collection costs one callback; afterwards nothing. */
export function limitNewSpace(): void {
  if (isLimited) return
  isLimited = true
  const { PerformanceObserver } = process.getBuiltinModule('node:perf_hooks')
  const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8')
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (space === undefined || space.space_size < 2 * maxHalfBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    observer.disconnect()
  })
  observer.observe({ entryTypes: ['gc'] })
}
