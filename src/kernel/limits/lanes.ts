/** A queue with lanes that take turns: whoever adds a lot waits for itself, not everybody else (round robin). */
export function createLanes<T>() {
  const lanes = new Map<string, T[]>()
  let count = 0

  return {
    size: (): number => count,

    add(lane: string, item: T): void {
      const queue = lanes.get(lane)
      if (queue === undefined) lanes.set(lane, [item])
      else queue.push(item)
      count++
    },

    /** The oldest item of the lane whose turn it is. */
    take(): T | undefined {
      for (const [lane, queue] of lanes) {
        lanes.delete(lane)
        const item = queue.shift()
        // Moves the lane to the end: a Map keeps insertion order.
        if (queue.length > 0) lanes.set(lane, queue)
        if (item === undefined) continue
        count--
        return item
      }
      return undefined
    },

    remove(lane: string, item: T): void {
      const queue = lanes.get(lane)
      const at = queue?.indexOf(item) ?? -1
      if (queue === undefined || at < 0) return
      queue.splice(at, 1)
      count--
      if (queue.length === 0) lanes.delete(lane)
    },

    /** Removes everything, and returns it. */
    clear(): T[] {
      const left = [...lanes.values()].flat()
      lanes.clear()
      count = 0
      return left
    },
  }
}
