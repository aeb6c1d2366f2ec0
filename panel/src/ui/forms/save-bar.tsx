import { commonMessages } from '../../messages/common.ts'
import { draftMessages } from '../../messages/drafts.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import type { Draft } from './use-draft.ts'

interface SaveBarProps {
  readonly editing: Omit<Draft<never>, 'draft' | 'known' | 'setDraft' | 'keep'>
  readonly busy?: boolean
  /** Forgets the error of the last attempt when the changes are discarded. */
  readonly forget?: () => void
  readonly labelOf?: (field: string) => string | undefined
}

/** The footer of a form, shown while it has unsaved changes. */
export function SaveBar({ editing, busy = false, forget, labelOf }: SaveBarProps) {
  const { isChanged, meanwhile, decide, discard } = editing
  if (!isChanged) return null
  return (
    <footer class="save-bar">
      {!busy && <ChangedMeanwhile meanwhile={meanwhile} decide={decide} labelOf={labelOf} />}
      <span class="light standby grow">{draftMessages.unsaved()}</span>
      <button
        type="button"
        class="button"
        data-local
        onClick={() => {
          discard()
          forget?.()
        }}
      >
        {commonMessages.discard()}
      </button>
      <button type="submit" class="button primary" disabled={busy}>
        {commonMessages.save()}
      </button>
    </footer>
  )
}
