import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { commonMessages } from '../messages/common.ts'

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
}

/** A native modal dialog. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children, onSubmit, submit, busy, danger, wide }: DialogProps) {
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
        <footer>
          {onSubmit !== undefined && (
            <button type="button" class="button" onClick={onClose}>
              {commonMessages.cancel()}
            </button>
          )}
          <button type="submit" class={`button ${danger ? 'danger full' : leaves ? '' : 'primary'}`} disabled={busy}>
            {submit ?? commonMessages.done()}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
