import { commonMessages } from '../messages/common.ts'

interface SaveBarProps {
  readonly isChanged: boolean
  readonly busy?: boolean
  readonly onDiscard: () => void
}

/** The footer of a form, shown while it has unsaved changes. */
export function SaveBar({ isChanged, busy = false, onDiscard }: SaveBarProps) {
  if (!isChanged) return null
  return (
    <footer class="save-bar">
      <span class="light standby grow">{commonMessages.unsaved()}</span>
      <button type="button" class="button" onClick={onDiscard}>
        {commonMessages.discard()}
      </button>
      <button type="submit" class="button primary" disabled={busy}>
        {commonMessages.save()}
      </button>
    </footer>
  )
}
