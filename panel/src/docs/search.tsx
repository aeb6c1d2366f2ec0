import { useEffect, useRef, useState } from 'preact/hooks'
import type { SearchEntry } from '../../../src/docs/site.ts'
import { docsMessages } from '../messages/docs.ts'
import { find } from './find.ts'

let loading: Promise<readonly SearchEntry[]> | undefined

/** Loaded when the field is first used. */
function loadEntries(): Promise<readonly SearchEntry[]> {
  loading ??= fetch('/docs/search.json')
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Finds headings by their words; `/` jumps into the field, the arrow keys move through the results. */
export function Search({ label }: { label: string }) {
  const [typed, setTyped] = useState('')
  const [entries, setEntries] = useState<readonly SearchEntry[]>()
  const [failed, setFailed] = useState(false)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])

  function load(): void {
    loadEntries().then(
      (found) => {
        setFailed(false)
        setEntries(found)
      },
      () => setFailed(true),
    )
  }

  function move(step: 1 | -1): void {
    const places = [...(box.current?.querySelectorAll<HTMLElement>('input, .found a') ?? [])]
    const at = places.indexOf(document.activeElement as HTMLElement)
    places[Math.max(0, Math.min(places.length - 1, at + step))]?.focus()
  }

  const found = typed.trim() === '' || entries === undefined ? [] : find(entries, typed)
  const isShown = open && typed.trim() !== '' && (failed || entries !== undefined)

  return (
    <search
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          setOpen(false)
          field.current?.focus()
        } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault()
          move(event.key === 'ArrowDown' ? 1 : -1)
        }
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        autocomplete="off"
        value={typed}
        onFocus={load}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setOpen(true)
        }}
      />
      {isShown && (
        <div class="found">
          <p class="faint small" role="status">
            {failed
              ? docsMessages.searchFailed()
              : found.length === 0
                ? docsMessages.noResults()
                : docsMessages.results({ count: found.length })}
          </p>
          <ul>
            {found.map(({ address, page, heading, text }) => (
              <li key={address}>
                <a href={address} onClick={() => setOpen(false)}>
                  <span class="where">
                    {heading}
                    {page !== heading && <span class="faint small"> · {page}</span>}
                  </span>
                  {text !== '' && <span class="soft small cut">{text}</span>}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  )
}
