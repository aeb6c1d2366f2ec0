import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { commonMessages } from '../messages/common.ts'
import { draftMessages } from '../messages/drafts.ts'
import { ChangedMeanwhile } from './forms/changed-meanwhile.tsx'
import type { Draft } from './forms/use-draft.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Without it the dialog has nothing to submit. */
  readonly onSubmit?: () => void
  readonly submit?: string
  readonly busy?: boolean
  readonly danger?: boolean
  readonly wide?: boolean
  /** The draft that the dialog edits. Escape keeps it for the next time, Cancel gives it up. */
  readonly editing?: Omit<Draft<never>, 'draft' | 'known' | 'setDraft' | 'keep'>
  /** The name of a field of the draft as the dialog shows it. */
  readonly labelOf?: (field: string) => string | undefined
}

/** A native modal dialog. It is open as long as it is rendered. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, onSubmit, submit, busy, danger, wide, editing, labelOf } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A button that only closes is not the primary action.
  const leaves = onSubmit === undefined && submit !== undefined
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // By default the browser focuses the part that scrolls.
    dialog?.querySelector<HTMLElement>('input, select, textarea, [type=submit]')?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={ref} class={wide ? 'wide' : ''} aria-labelledby={id} onCancel={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // A dialog may be opened from inside a form, which must not be submitted with it.
          event.stopPropagation()
          if (onSubmit === undefined) onClose()
          else onSubmit()
        }}
      >
        <header>
          <h2 id={id}>{title}</h2>
        </header>
        <div class="content">{children}</div>
        {editing !== undefined && !busy && (
          <ChangedMeanwhile meanwhile={editing.meanwhile} decide={editing.decide} labelOf={labelOf} />
        )}
        <footer>
          {editing?.isChanged && <span class="light standby small soft grow">{draftMessages.unsaved()}</span>}
          {onSubmit !== undefined && (
            <button
              type="button"
              class="button"
              data-local
              onClick={() => {
                editing?.discard()
                onClose()
              }}
            >
              {commonMessages.cancel()}
            </button>
          )}
          <button
            type="submit"
            class={`button ${danger ? 'danger full' : leaves ? '' : 'primary'}`}
            disabled={busy}
            data-local={onSubmit === undefined || undefined}
          >
            {submit ?? commonMessages.done()}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
