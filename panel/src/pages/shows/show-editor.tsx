import { useState } from 'preact/hooks'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { VersionsButton } from '../../ui/versions-button.tsx'
import { Cues } from './cues.tsx'
import { newDraft, type ShowDraft, saveFile, showPlace } from './draft.ts'
import { showMessages } from './messages.ts'

interface EditorProps {
  readonly id: number | undefined
  /** Increases whenever a show changed anywhere. */
  readonly changes: number
  readonly onDone: (next: number | undefined) => void
}

export function ShowEditor({ id, changes, onDone }: EditorProps) {
  const { value: stored, error: missing } = useLoaded(() => read(id), [id, changes])
  const editing = useDraft(showPlace(id), stored)
  const { draft, known, setDraft, keep, discard } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [isRemoving, setIsRemoving] = useState(false)
  if (missing !== undefined) return <LoadError error={missing} />
  if (draft === undefined || known === undefined) return null
  const mayEdit = may('editor')

  const save = () =>
    attemptToSave(async () => {
      const saved = await call('save-show', {
        ...draft,
        ...(id === undefined ? {} : { id, if_version: versionOf(known) }),
      })
      keep(draft)
      showToast(showMessages.saved({ name: draft.name }))
      onDone(saved.id)
    })

  return (
    <>
      <Form class="card editor-card show-editor" onSubmit={save}>
        <header>
          <BackLink href="/run-of-show" label={showMessages.back()} />
          <h2 class="cut grow">{id === undefined ? showMessages.newTitle() : known.name}</h2>
          {id !== undefined && (
            <div class="row wrap">
              <a class="button small" href={`/run-of-show/${id}/report`}>
                {showMessages.report()}
              </a>
              <button type="button" class="button small" onClick={() => saveFile(known)}>
                {showMessages.export()}
              </button>
              {may('moderator') && (
                <>
                  <a class="button small" href={`/run-of-show/${id}/run?rehearsal`}>
                    {showMessages.rehearse()}
                  </a>
                  <a class="button small primary" href={`/run-of-show/${id}/run`}>
                    <Icon name="play" />
                    {showMessages.run()}
                  </a>
                </>
              )}
              {mayEdit && (
                <>
                  <VersionsButton kind="show" id={id} />
                  <IconButton icon="trash" label={showMessages.remove()} onClick={() => setIsRemoving(true)} />
                </>
              )}
            </div>
          )}
        </header>
        <fieldset class="parts" disabled={!mayEdit} aria-label={showMessages.title()}>
          <div class="part">
            <Field label={showMessages.name()} error={errorFor(error, 'name')}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  value={draft.name}
                  maxLength={100}
                  autocomplete="off"
                  placeholder={showMessages.namePlaceholder()}
                  onInput={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          <Cues cues={draft.cues} onChange={(cues) => setDraft({ ...draft, cues })} error={error} disabled={!mayEdit} />
        </fieldset>
        {mayEdit && (
          <EditorFooter
            editing={editing}
            error={error}
            busy={busy}
            save={id === undefined ? showMessages.create() : commonMessages.save()}
            forget={forget}
          />
        )}
      </Form>
      {isRemoving && id !== undefined && (
        <RemoveDialog
          kind="show"
          thing={id}
          name={known.name}
          texts={showMessages}
          remove={() => call('delete-show', { id })}
          discard={discard}
          onClose={() => setIsRemoving(false)}
          onDone={() => onDone(undefined)}
        />
      )}
    </>
  )
}

async function read(id: number | undefined): Promise<ShowDraft> {
  if (id === undefined) return newDraft
  const { name, cues } = await call('get-show', { id })
  return { name, cues }
}
