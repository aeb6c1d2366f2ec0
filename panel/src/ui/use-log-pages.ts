import { useEffect, useState } from 'preact/hooks'
import { onLog } from '../live.ts'
import type { LogEvent } from '../state.ts'
import { useAttempts } from './attempt.ts'

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

  const show = (before?: number) =>
    attempt(async () => {
      const page = await readSome(read, before)
      setEvents((known) => (before === undefined ? page.events : [...(known ?? []), ...page.events]))
      setNext(page.next)
    })

  useEffect(() => {
    void show()
    return onLog((event) => {
      if (!fits(event)) return
      setEvents((known) => (known?.some(({ seq }) => seq === event.seq) ? known : [event, ...(known ?? [])]))
    })
  }, filter)

  return { events, next, error, show }
}
