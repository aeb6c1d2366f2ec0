/**
 * V8 keeps new objects in two halves of a space that it doubles while many objects survive a collection. Under a flood of
 * requests that wait, that is up to 64 MiB each, which V8 does not give back while the flood lasts. The space stops growing
 * at 8 MiB a half, where an ordinary load costs no more processor time than with 16. The option `--max-semi-space-size`
 * would do the same, but only on the command line of Node, which is not ours in every kind of start.
 */
export const maxHalfBytes = 8 * 1024 * 1024

/**
 * How much the space for old objects may grow before V8 collects it again. Under a flood most requests outlive the
 * collection of new objects and become garbage there; by itself V8 lets it grow to four times what is alive. A call of an
 * ordinary load leaves next to nothing there, so its processor time does not change.
 */
const oldSpaceGrowthPercent = 60

let isLimited = false

/** For this process, once. Until the limit of new objects is reached, each collection costs one callback. */
export function limitHeap(): void {
  if (isLimited) return
  isLimited = true
  const { PerformanceObserver } = process.getBuiltinModule('node:perf_hooks')
  const { getHeapSpaceStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString(`--heap-growing-percent=${oldSpaceGrowthPercent}`)
  const observer = new PerformanceObserver(() => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (space === undefined || space.space_size < 2 * maxHalfBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    observer.disconnect()
  })
  observer.observe({ entryTypes: ['gc'] })
}
