import { attempt } from '../attempt.ts'
import { Confirm } from '../confirm.tsx'
import { showToast } from '../toasts.tsx'

interface RemoveProps {
  readonly name: string
  /** The texts of the page about it. */
  readonly texts: {
    readonly removeTitle: (named: { name: string }) => string
    readonly removeHelp: () => string
    readonly remove: () => string
    readonly removed: (named: { name: string }) => string
  }
  readonly remove: () => Promise<unknown>
  /** Forgets what was edited and not saved. */
  readonly discard: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The end of an editor's entry: asks first, deletes it together with its draft, and says so. */
export function RemoveDialog({ name, texts, remove, discard, onClose, onDone }: RemoveProps) {
  return (
    <Confirm
      title={texts.removeTitle({ name })}
      help={texts.removeHelp()}
      submit={texts.remove()}
      onClose={onClose}
      onSubmit={() =>
        void attempt(async () => {
          await remove()
          discard()
          showToast(texts.removed({ name }))
          onDone()
        })
      }
    />
  )
}
