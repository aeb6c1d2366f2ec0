import { useEffect, useState } from 'preact/hooks'
import type { EventArea } from '../../../../src/registry/events.ts'
import { onLog } from '../../live.ts'

/** Increases whenever an event of one of these areas arrives, whichever tab caused it. */
export function useLogCount(...areas: readonly EventArea[]): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const starts: ReadonlySet<string> = new Set(areas)
    return onLog(({ kind }) => void (starts.has(kind.split('.')[0] ?? '') && setCount((before) => before + 1)))
  }, [])
  return count
}
