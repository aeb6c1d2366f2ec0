import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { commonMessages } from '../../messages/common.ts'
import { Icon } from '../../ui/icon.tsx'
import { homeMessages } from './messages.ts'

interface EditProps {
  readonly kind: 'title' | 'category'
  readonly value: string
  readonly label: string
  readonly empty: string
  readonly max: number
  readonly locked: boolean
  readonly error?: string | undefined
  readonly search?: (query: string) => Promise<readonly string[]>
  readonly onSave: (value: string) => Promise<boolean>
  readonly onCancel: () => void
}

/** A text that is edited in place. Enter saves, Escape cancels. */
export function EditInPlace(props: EditProps) {
  const { kind, value, label, empty, locked } = props
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // At once, and not a frame later: by then the person may be typing elsewhere.
  useLayoutEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <Editor {...props} onDone={() => setEditing(false)} />
  return (
    <div class={`in-place ${kind}`}>
      {locked ? (
        <span>{value || empty}</span>
      ) : (
        <button ref={button} type="button" aria-label={`${label}: ${value || empty}`} onClick={() => setEditing(true)}>
          <span>{value || <span class="faint">{empty}</span>}</span>
          <Icon name="edit" />
        </button>
      )}
    </div>
  )
}

function Editor({
  kind,
  value,
  label,
  max,
  error,
  search,
  onSave,
  onCancel,
  onDone,
}: EditProps & { onDone: () => void }) {
  const [typed, setTyped] = useState(value)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly string[]>([])
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(0)
  const id = useId()
  // Before the next key press, so that no character of a fast typist is lost.
  useLayoutEffect(() => input.current?.select(), [])

  async function save(text: string): Promise<void> {
    if (text.trim() === '' || text === value) return cancel()
    setBusy(true)
    const done = await onSave(text.trim())
    setBusy(false)
    if (done) onDone()
  }
  function cancel(): void {
    onCancel()
    onDone()
  }
  async function type(text: string): Promise<void> {
    setTyped(text)
    setAt(-1)
    if (search === undefined) return
    const turn = ++asked.current
    const names = text.trim() === '' ? [] : await search(text).catch(() => [])
    if (turn === asked.current) setFound(names)
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') cancel()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setAt(Math.max(-1, Math.min(found.length - 1, at + step)))
  }

  const asCombobox = {
    role: 'combobox',
    'aria-expanded': found.length > 0,
    'aria-controls': id,
    'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
    placeholder: homeMessages.searchCategory(),
  } as const
  return (
    <form
      class={`in-place ${kind} open`}
      onSubmit={(event) => {
        event.preventDefault()
        void save(found[at] ?? typed)
      }}
    >
      <div class="row">
        <input
          {...(search === undefined ? {} : asCombobox)}
          ref={input}
          type="text"
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          maxLength={max}
          autocomplete="off"
          value={typed}
          onInput={(event) => void type(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <button type="submit" class="button primary" disabled={busy}>
          {commonMessages.save()}
        </button>
        <button type="button" class="button quiet" onClick={cancel}>
          {commonMessages.cancel()}
        </button>
      </div>
      {search !== undefined && (
        <div role="listbox" id={id} aria-label={homeMessages.category()} class="choices" hidden={found.length === 0}>
          {found.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as a combobox does
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => void save(name)}
            >
              {name}
            </div>
          ))}
        </div>
      )}
      {error && (
        <p class="error small" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
