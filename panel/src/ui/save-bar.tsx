import { words } from '../words/words.ts'

interface SaveBarProps {
  readonly isChanged: boolean
  readonly busy?: boolean
  readonly onDiscard: () => void
}

/** The foot of a form, there as long as something in it is not saved. */
export function SaveBar({ isChanged, busy = false, onDiscard }: SaveBarProps) {
  if (!isChanged) return null
  return (
    <footer class="save-bar">
      <span class="light standby grow">{words.common.unsaved}</span>
      <button type="button" class="button" onClick={onDiscard}>
        {words.common.discard}
      </button>
      <button type="submit" class="button primary" disabled={busy}>
        {words.common.save}
      </button>
    </footer>
  )
}
