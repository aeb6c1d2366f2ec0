import type { ThingKind } from '../../../../src/capabilities/change-log/contract/things.ts'
import { wayBackMessages } from '../../messages/way-back.ts'
import { attempt } from '../attempt.ts'
import { Confirm } from '../confirm.tsx'
import { later } from '../later.tsx'
import { showDeleted } from '../show-deleted.ts'

const UsedBy = later(async () => (await import('./used-by.tsx')).UsedBy)

interface RemoveProps {
  readonly kind: ThingKind
  readonly thing: string | number
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

/** The end of an editor's entry: asks first, deletes it together with its draft, and says so with the way back. */
export function RemoveDialog({ kind, thing, name, texts, remove, discard, onClose, onDone }: RemoveProps) {
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
          showDeleted(texts.removed({ name }), kind, thing)
          onDone()
        })
      }
    >
      <UsedBy kind={kind} thing={thing} />
      <p class="soft">{wayBackMessages.staysInTrash()}</p>
    </Confirm>
  )
}
