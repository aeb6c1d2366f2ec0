import { useState } from 'preact/hooks'
import { type QuickAction, quickActionKinds } from '../../../../src/capabilities/home/contract/quick-actions.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { titleOf } from '../../quick-actions.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { isSame } from '../../ui/forms/merge-draft.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { showToast } from '../../ui/toasts.tsx'
import { quickButtonMessages as messages, quickGroups } from './quick-button-messages.ts'

const maxButtons = 24

type QuickButton = Pick<QuickAction, 'kind' | 'id'>

interface DialogProps {
  readonly actions: readonly QuickAction[]
  /** What is saved; empty until somebody has chosen. */
  readonly stored: readonly QuickButton[]
  /** What Home shows. */
  readonly shown: readonly QuickAction[]
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

/** Chooses the buttons on Home. The order is the one in which they are chosen. */
export function QuickDialog({ actions, stored, shown, onClose, onSaved }: DialogProps) {
  const [start] = useState(() => ({ buttons: shown.map(buttonOf) }))
  const editing = useDraft('quick-buttons', { buttons: stored }, start)
  const { draft, known, setDraft, keep, discard } = editing
  // What was deleted or turned off meanwhile has no button any more.
  const picked = draft.buttons.filter((button) => actions.some((action) => isSameButton(action, button)))
  const isChanged = !isSame(picked, start.buttons)
  const [typed, setTyped] = useState('')
  const { error, busy, attempt } = useAttempts()
  const isPicked = (action: QuickAction) => picked.some((button) => isSameButton(action, button))
  const found = actions.filter((action) => titleOf(action).toLowerCase().includes(typed.trim().toLowerCase()))

  function toggle(action: QuickAction): void {
    if (!isPicked(action)) setDraft({ buttons: [...picked, buttonOf(action)] })
    else setDraft({ buttons: picked.filter((button) => !isSameButton(action, button)) })
  }
  // By their names, as the person sees them.
  const named = (buttons: unknown) =>
    (buttons as readonly QuickButton[]).flatMap(
      (button) => actions.filter((action) => isSameButton(action, button)).map(titleOf)[0] ?? [],
    )
  const meanwhile = editing.meanwhile.map(({ theirs, yours, ...field }) => {
    return { ...field, theirs: named(theirs), yours: named(yours) }
  })
  const save = () =>
    attempt(async () => {
      await call('save-quick-buttons', { buttons: [...picked], if_version: versionOf(known) })
      keep({ buttons: picked })
      showToast(messages.saved())
      await onSaved()
    })

  return (
    <Dialog
      title={messages.edit()}
      onClose={() => {
        // The buttons of the beginning are not a draft.
        if (!isChanged) discard()
        onClose()
      }}
      editing={{ ...editing, isChanged, meanwhile }}
      labelOf={() => messages.title()}
      onSubmit={() => void save()}
      submit={commonMessages.save()}
      busy={busy}
      wide
    >
      <p class="soft">{messages.help({ max: maxButtons })}</p>
      <SearchField label={messages.search()} value={typed} onInput={setTyped} />
      {found.length === 0 && <p class="soft">{messages.noneFound()}</p>}
      {quickActionKinds.map((kind) => {
        const ofKind = found.filter((action) => action.kind === kind)
        if (ofKind.length === 0) return null
        return (
          <fieldset key={kind} class="quick-choices">
            <legend>{quickGroups[kind]()}</legend>
            {ofKind.map((action) => (
              <label key={action.id} class="check">
                <input
                  type="checkbox"
                  checked={isPicked(action)}
                  disabled={!isPicked(action) && picked.length >= maxButtons}
                  onChange={() => toggle(action)}
                />
                <span class="cut">{titleOf(action)}</span>
              </label>
            ))}
          </fieldset>
        )
      })}
      <FormError error={error} than={[]} />
    </Dialog>
  )
}

function buttonOf({ kind, id }: QuickAction): QuickButton {
  return { kind, id }
}

function isSameButton(one: QuickButton, other: QuickButton): boolean {
  return one.kind === other.kind && one.id === other.id
}
