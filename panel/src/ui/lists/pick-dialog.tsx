import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'
import type { Pickable } from './pickable.ts'

interface PickProps {
  readonly label: string
  readonly entries: readonly Pickable[]
  readonly none: string
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}

/** Picks one of many by typing part of its name; shown in groups. */
export function PickDialog({ label, entries, none, onPick, onClose }: PickProps) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const found = ranked(entries, typed)
  const chosen = Math.min(at, found.length - 1)
  const groups = Map.groupBy(found, ({ group }) => group)

  function onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (chosen + step + found.length) % Math.max(found.length, 1)
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const entry = found[chosen]
      if (entry !== undefined) onPick(entry.key)
    }
  }

  return (
    <dialog
      ref={ref}
      class="palette pick"
      aria-label={label}
      onCancel={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      onKeyDown={onKey}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div role="listbox" id={id} aria-label={label}>
        {[...groups].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a list box
          <div key={group} role="group" aria-label={group}>
            <div class="group faint" aria-hidden="true">
              {group}
            </div>
            {members.map((entry) => {
              const index = found.indexOf(entry)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as a combobox does
                <div
                  key={entry.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === chosen}
                  onClick={() => onPick(entry.key)}
                  onMouseMove={() => setAt(index)}
                >
                  <Icon name={entry.icon} />
                  <span>{entry.title}</span>
                  <span class="faint small cut">{entry.help}</span>
                </div>
              )
            })}
          </div>
        ))}
        {found.length === 0 && <div class="empty faint">{none}</div>}
      </div>
    </dialog>
  )
}

/** Entries with every typed word, the groups together; titles that match stand before helps that do. */
function ranked(entries: readonly Pickable[], typed: string): readonly Pickable[] {
  const words = typed.toLowerCase().split(/\s+/)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = entries.filter(({ title, help, group, key }) => has(`${title} ${help} ${group} ${key}`))
  if (typed.trim() === '') return [...Map.groupBy(found, ({ group }) => group).values()].flat()
  const [first, rest] = [found.filter(({ title }) => has(title)), found.filter(({ title }) => !has(title))]
  return [...Map.groupBy([...first, ...rest], ({ group }) => group).values()].flat()
}
