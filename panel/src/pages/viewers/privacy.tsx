import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ApiError, call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { showError, showToast } from '../../ui/toasts.tsx'
import { viewerPrivacyMessages } from './messages.ts'
import type { ViewerAnswer } from './viewer-answer.ts'

const eraseWord = 'erase'

/** What a viewer may ask for: a copy of the data, and to be erased. */
export function Privacy({ answer, onErased }: { answer: ViewerAnswer; onErased: () => Promise<void> }) {
  const [isErasing, setErasing] = useState(false)
  const { viewer } = answer
  if (!may('editor')) return null
  return (
    <section class="part">
      <h2>{viewerPrivacyMessages.title()}</h2>
      <p class="faint small">{viewerPrivacyMessages.help()}</p>
      <div class="row">
        <button type="button" class="button small" onClick={() => void exportData(viewer.id)}>
          <Icon name="download" />
          {viewerPrivacyMessages.export()}
        </button>
        {may('owner') && (
          <button type="button" class="button small danger" onClick={() => setErasing(true)}>
            {viewerPrivacyMessages.erase()}
          </button>
        )}
      </div>
      {isErasing && <EraseDialog answer={answer} onClose={() => setErasing(false)} onErased={onErased} />}
    </section>
  )
}

function EraseDialog({
  answer: { viewer, accounts },
  onClose,
  onErased,
}: {
  answer: ViewerAnswer
  onClose: () => void
  onErased: () => Promise<void>
}) {
  const [word, setWord] = useState('')
  const { route } = useLocation()
  const { error, busy, attempt } = useAttempts()
  const erase = () =>
    attempt(async () => {
      await call('erase-viewer', { viewer_id: viewer.id, confirm: eraseWord })
      showToast(viewerPrivacyMessages.erased())
      route('/viewers')
      await onErased()
    })
  return (
    <Dialog
      title={viewerPrivacyMessages.eraseTitle({ name: viewer.displayname })}
      submit={viewerPrivacyMessages.erase()}
      danger
      busy={busy || word.trim().toLowerCase() !== eraseWord}
      onClose={onClose}
      onSubmit={() => void erase()}
    >
      <p class="soft">{viewerPrivacyMessages.eraseHelp({ accounts: accounts.length })}</p>
      <TextField label={viewerPrivacyMessages.eraseWord()} value={word} onInput={setWord} />
      <FormError error={error} than={[]} />
    </Dialog>
  )
}

async function exportData(id: number): Promise<void> {
  try {
    const response = await fetch(`/panel/viewer.json?viewer_id=${id}`, { method: 'POST' })
    if (!response.ok) throw new ApiError(response.status, await response.json())
    saveFile(await response.blob(), `viewer-${id}.json`)
  } catch (error) {
    if (error instanceof ApiError) showError(error)
    else showToast(viewerPrivacyMessages.exportFailed(), 'stop')
  }
}
