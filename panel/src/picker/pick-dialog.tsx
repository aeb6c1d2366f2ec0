import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import type { Pickable } from './pickable.ts'
import { search } from './search.ts'

interface PickProps {
  readonly label: string
  readonly entries: readonly Pickable[]
  readonly none: string
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}

/** Picks one of many by typing what a person calls it; shown in groups until something is typed. */
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
  const groups = groupsOf(entries, typed)
  const found = groups.flatMap(([, members]) => members)
  const chosen = Math.min(at, found.length - 1)

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
        {groups.map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a list box
          <div key={group} role="group" aria-label={group === '' ? label : group}>
            {group !== '' && (
              <div class="group faint" aria-hidden="true">
                {group}
              </div>
            )}
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
                  {group === '' && <span class="hint">{entry.group}</span>}
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

/** Without a search, the groups with their entries; otherwise the best matches first, whatever their group. */
function groupsOf(entries: readonly Pickable[], typed: string): readonly (readonly [string, readonly Pickable[]])[] {
  if (typed.trim() !== '') return [['', search(entries, typed)]]
  return [
    ...Map.groupBy(
      entries.filter(({ isNamed }) => isNamed !== true),
      ({ group }) => group,
    ),
  ]
}
