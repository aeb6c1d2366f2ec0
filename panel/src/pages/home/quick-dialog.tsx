import { useState } from 'preact/hooks'
import { type QuickAction, quickActionKinds } from '../../../../src/contract/quick-actions.ts'
import { call } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { quickButtonMessages as messages, quickGroups } from '../../messages/quick-buttons.ts'
import { titleOf } from '../../quick-actions.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { showToast } from '../../ui/toasts.tsx'

const maxButtons = 24

interface DialogProps {
  readonly actions: readonly QuickAction[]
  readonly chosen: readonly QuickAction[]
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

/** Chooses the buttons on Home. The order is the one in which they are chosen. */
export function QuickDialog({ actions, chosen, onClose, onSaved }: DialogProps) {
  const [picked, setPicked] = useState(chosen)
  const [typed, setTyped] = useState('')
  const { error, busy, attempt } = useAttempts()
  const isPicked = (action: QuickAction) => picked.some(({ kind, id }) => kind === action.kind && id === action.id)
  const found = actions.filter((action) => titleOf(action).toLowerCase().includes(typed.trim().toLowerCase()))

  function toggle(action: QuickAction): void {
    if (!isPicked(action)) setPicked([...picked, action])
    else setPicked(picked.filter(({ kind, id }) => kind !== action.kind || id !== action.id))
  }
  const save = () =>
    attempt(async () => {
      await call('save-quick-buttons', { buttons: picked.map(({ kind, id }) => ({ kind, id })) })
      showToast(messages.saved())
      await onSaved()
    })

  return (
    <Dialog
      title={messages.edit()}
      onClose={onClose}
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
