import { useEffect } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { commonMessages } from '../messages/common.ts'

interface EditorFooterProps {
  readonly error: ApiError | undefined
  readonly isChanged: boolean
  readonly busy: boolean
  /** The text of the button. */
  readonly save: string
  /** Left out where there is nothing to go back to. */
  readonly onDiscard?: (() => void) | undefined
}

/** The end of an editor, always in sight: what is wrong or not saved yet, and the buttons to discard and to save it. */
export function EditorFooter({ error, isChanged, busy, save, onDiscard }: EditorFooterProps) {
  return (
    <footer class="editor-footer">
      {error !== undefined && (
        <p class="error small grow" role="alert">
          {error.message}
        </p>
      )}
      {error === undefined && isChanged && (
        <span class="light standby small grow soft">{commonMessages.unsaved()}</span>
      )}
      {isChanged && onDiscard !== undefined && (
        <button type="button" class="button quiet" onClick={onDiscard}>
          {commonMessages.discard()}
        </button>
      )}
      <button type="submit" class="button primary" disabled={busy || !isChanged}>
        {save}
      </button>
    </footer>
  )
}

/** The browser asks before it closes or reloads a page with unsaved changes. */
export function useUnloadWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}
