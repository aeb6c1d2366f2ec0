import { signal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import { barMessages, paletteMessages } from '../messages/shell.ts'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import type { PaletteEntry } from './palette-entry.ts'

const open = signal(false)
/** The action whose form is open. */
const asked = signal<WrittenStep | undefined>(undefined)

const RunAction = later(async () => (await import('../picker/run-action.tsx')).RunAction)

export function openPalette(): void {
  open.value = true
}

/** More than fit on a screen; who looks for another one types on. */
const maxShown = 60

/** The command palette (Ctrl+K). */
export function Palette() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open.value = !open.value
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (open.value) return <OpenPalette />
  const step = asked.value
  return step === undefined ? null : <RunAction step={step} onClose={() => (asked.value = undefined)} />
}

function OpenPalette() {
  const { route } = useLocation()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next key press, so that no character of a fast typist is lost.
  useLayoutEffect(() => {
    ref.current?.showModal()
  }, [])
  const found = useEntries(typed).slice(0, maxShown)
  const chosen = Math.min(at, found.length - 1)

  function close(): void {
    open.value = false
  }
  function run(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return
    if (entry.completes !== undefined) {
      setTyped(entry.completes)
      return
    }
    close()
    entry.run({ go: route, ask: (step) => (asked.value = step) })
  }
  function onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (chosen + step + found.length) % Math.max(found.length, 1)
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[chosen])
    }
  }

  return (
    <dialog
      ref={ref}
      class="palette"
      aria-label={barMessages.search()}
      onCancel={close}
      onClick={(event) => event.target === ref.current && close()}
      onKeyDown={onKey}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={paletteMessages.placeholder()}
        placeholder={paletteMessages.placeholder()}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div role="listbox" id={id} aria-label={barMessages.search()}>
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as a combobox does
          <div
            key={`${entry.hint} ${entry.title} ${entry.help ?? ''}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(entry)}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={entry.icon} />
            <span>{entry.title}</span>
            {entry.help && <span class="faint small cut">{entry.help}</span>}
            <span class="hint">{entry.keys === undefined ? entry.hint : <kbd>{entry.keys}</kbd>}</span>
          </div>
        ))}
        {found.length === 0 && <div class="empty faint">{paletteMessages.none()}</div>}
      </div>
      <p class="keys faint" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {paletteMessages.select()} <kbd>↵</kbd> {paletteMessages.open()} <kbd>Esc</kbd>{' '}
        {paletteMessages.close()}
      </p>
    </dialog>
  )
}

/** What matches, best first. Loaded when the palette opens: what there is to find, and the search. */
function useEntries(typed: string): readonly PaletteEntry[] {
  const [entriesFor, setEntriesFor] = useState<(typed: string) => Promise<readonly PaletteEntry[]>>()
  const [found, setFound] = useState<readonly PaletteEntry[]>([])
  const asked = useRef(0)
  useEffect(() => {
    void import('./palette-entries.ts').then(({ openEntries }) => {
      const open = openEntries()
      setEntriesFor(() => open)
    })
  }, [])
  useEffect(() => {
    const turn = ++asked.current
    void entriesFor?.(typed).then((all) => turn === asked.current && setFound(all))
  }, [typed, entriesFor])
  return found
}
