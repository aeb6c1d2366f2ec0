import { useEffect, useRef, useState } from 'preact/hooks'
import { onLog } from '../../live.ts'
import { type LogEvent, returns } from '../../state.ts'
import { useAttempts } from '../attempt.ts'

interface LogPage {
  readonly events: readonly LogEvent[]
  readonly next: number | null
}

/** An answer may be empty though there is more: matches can be further apart than one request looks. */
const maxEmptyPages = 20

async function readSome(read: (before: { before?: number }) => Promise<LogPage>, before: number | undefined) {
  let page = await read(before === undefined ? {} : { before })
  for (let pages = 1; page.events.length === 0 && page.next !== null && pages < maxEmptyPages; pages++) {
    page = await read({ before: page.next })
  }
  return page
}

/** The filtered log: live at the top, older events on demand. It reloads when the filter changes. */
export function useLogPages(
  read: (before: { before?: number }) => Promise<LogPage>,
  fits: (event: LogEvent) => boolean,
  filter: readonly unknown[],
) {
  const [events, setEvents] = useState<readonly LogEvent[]>()
  const [next, setNext] = useState<number | null>(null)
  const { error, attempt } = useAttempts()
  /** The list as it last began anew, with the events that arrive until its first page is there. */
  const latest = useRef<{ arrived?: LogEvent[] | undefined }>({})

  const show = (before?: number) =>
    attempt(async () => {
      if (before === undefined) latest.current = { arrived: [] }
      const list = latest.current
      const page = await readSome(read, before)
      // The filter has changed meanwhile.
      if (list !== latest.current) return
      const { arrived } = list
      list.arrived = undefined
      setEvents((known) => joined(before === undefined ? arrived : known, page.events))
      setNext(page.next)
    })

  useEffect(() => {
    void show()
    return onLog((event) => {
      if (!fits(event)) return
      latest.current.arrived?.unshift(event)
      setEvents((known) => joined([event], known))
    })
  }, filter)
  useEffect(() => void (error !== undefined && show()), [returns.value])

  return { events, next, error, show }
}

/** Newer events before older ones, each once. */
function joined(newer: readonly LogEvent[] = [], older: readonly LogEvent[] = []): readonly LogEvent[] {
  const known = new Set(newer.map(({ seq }) => seq))
  return [...newer, ...older.filter(({ seq }) => !known.has(seq))]
}
