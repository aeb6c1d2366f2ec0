import { useEffect, useState } from 'preact/hooks'
import { onLog } from '../live.ts'

/** Counts up whenever something of these kinds happened, here or in another tab. */
export function useLogCount(kinds: RegExp): number {
  const [count, setCount] = useState(0)
  useEffect(() => onLog(({ kind }) => void (kinds.test(kind) && setCount((before) => before + 1))), [])
  return count
}
