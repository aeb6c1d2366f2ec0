import type { ApiError } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { draftMessages } from '../../messages/drafts.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import type { Draft } from './use-draft.ts'

interface EditorFooterProps {
  readonly editing: Omit<Draft<never>, 'draft' | 'known' | 'setDraft' | 'keep'>
  readonly error: ApiError | undefined
  readonly busy: boolean
  /** The text of the button. */
  readonly save: string
  /** Forgets the error of the last attempt when the changes are discarded. */
  readonly forget: () => void
  readonly labelOf?: (field: string) => string | undefined
}

/** The end of an editor, always in sight: what is wrong or not saved yet, and the buttons to discard and to save it. */
export function EditorFooter({ editing, error, busy, save, forget, labelOf }: EditorFooterProps) {
  const { isChanged, meanwhile, decide, discard } = editing
  return (
    <footer class="editor-footer">
      {!busy && <ChangedMeanwhile meanwhile={meanwhile} decide={decide} labelOf={labelOf} />}
      {error !== undefined && (
        <p class="error small grow" role="alert">
          {error.message}
        </p>
      )}
      {error === undefined && isChanged && <span class="light standby small grow soft">{draftMessages.unsaved()}</span>}
      {isChanged && (
        <button
          type="button"
          class="button quiet"
          data-local
          onClick={() => {
            discard()
            forget()
          }}
        >
          {commonMessages.discard()}
        </button>
      )}
      <button type="submit" class="button primary" disabled={busy || !isChanged}>
        {save}
      </button>
    </footer>
  )
}
