import { signal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { IconName } from '../../../src/definitions/icons.ts'
import { panelPages } from '../../../src/registry/panel-pages.ts'
import { barMessages, paletteMessages, schemeMessages } from '../messages/shell.ts'
import { loadOperations, operations } from '../pages/console/operations.ts'
import { me } from '../state.ts'
import { Icon } from '../ui/icon.tsx'
import { paletteTargets } from './navigation.ts'
import { type PaletteEntry, rank } from './palette-entry.ts'
import { choose } from './scheme.ts'

const open = signal(false)

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
  return open.value ? <OpenPalette /> : null
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
    void loadOperations()
  }, [])
  const more = useMoreEntries(typed)
  const found = rank([...entries(), ...more, ...operationEntries()], typed).slice(0, maxShown)
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
    entry.run(route)
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
            key={`${entry.hint} ${entry.word} ${entry.more ?? ''}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(entry)}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={entry.icon} />
            <span>{entry.word}</span>
            {entry.more && <span class="faint small cut">{entry.more}</span>}
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

function entries(): PaletteEntry[] {
  const targets = paletteTargets(panelPages, me.value?.role ?? 'viewer')
  const pages = targets.pages.map(
    ({ path, title, icon, shortcut }): PaletteEntry => ({
      word: title(),
      hint: paletteMessages.page(),
      keys: `G ${shortcut.toUpperCase()}`,
      icon: icon,
      run: (go) => go(path),
    }),
  )
  const actions: PaletteEntry[] = [
    ...targets.actions.map(({ title, icon, path }) => action(title(), icon, (go) => go(path))),
    action(paletteMessages.scheme({ name: schemeMessages.light() }), 'settings', () => choose('light')),
    action(paletteMessages.scheme({ name: schemeMessages.dark() }), 'settings', () => choose('dark')),
    action(paletteMessages.scheme({ name: schemeMessages.system() }), 'settings', () => choose('system')),
  ]
  return [...pages, ...actions]
}

/** Last of all: whoever types a word means the page, the alert or the viewer of that name. */
function operationEntries(): PaletteEntry[] {
  return operations.value.map(
    ({ name, summary }): PaletteEntry => ({
      word: name,
      more: summary,
      hint: paletteMessages.operation(),
      icon: 'console',
      run: (go) => go(`/developer/console/${name}`),
    }),
  )
}

function action(word: string, icon: IconName, run: PaletteEntry['run']): PaletteEntry {
  return { word, hint: paletteMessages.action(), icon, run }
}

/** What is loaded when the palette opens: things to trigger, settings, viewers. */
function useMoreEntries(typed: string): readonly PaletteEntry[] {
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
