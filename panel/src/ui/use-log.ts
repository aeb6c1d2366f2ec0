import { useEffect, useState } from 'preact/hooks'
import { onLog } from '../live.ts'

/** Increases whenever an event of these kinds arrives, whichever tab caused it. */
export function useLogCount(kinds: RegExp): number {
  const [count, setCount] = useState(0)
  useEffect(() => onLog(({ kind }) => void (kinds.test(kind) && setCount((before) => before + 1))), [])
  return count
}
