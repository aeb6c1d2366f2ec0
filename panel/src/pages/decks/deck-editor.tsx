import { useMemo, useState } from 'preact/hooks'
import { deckLimits } from '../../../../src/capabilities/decks/contract/decks.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { VersionsButton } from '../../ui/versions-button.tsx'
import { DeckButtons } from './deck-buttons.tsx'
import { DeckLinks } from './deck-links.tsx'
import { DeckPages } from './deck-pages.tsx'
import { deckPlace, newDraft } from './draft.ts'
import { deckMessages as messages } from './messages.ts'

interface EditorProps {
  readonly id: number | undefined
  /** Increases whenever a deck changed anywhere. */
  readonly changes: number
  readonly onDone: (next: number | undefined) => void
}

export function DeckEditor({ id, changes, onDone }: EditorProps) {
  const read = async () => (id === undefined ? undefined : await call('get-deck', { id }))
  const { value: deck, error: missing, reload } = useLoaded(read, [id, changes])
  const stored = useMemo(() => {
    if (id === undefined) return newDraft()
    return deck && { name: deck.name, pages: deck.pages }
  }, [deck, id])
  const editing = useDraft(deckPlace(id), stored)
  const { draft, known, setDraft, keep, discard } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [chosen, setChosen] = useState(0)
  const [isRemoving, setIsRemoving] = useState(false)
  if (missing !== undefined) return <LoadError error={missing} />
  if (draft === undefined || known === undefined) return null
  const mayEdit = may('owner')
  const pageIndex = Math.min(chosen, draft.pages.length - 1)

  const save = () =>
    attemptToSave(async () => {
      const { name, pages } = draft
      const saved = await call('save-deck', {
        name,
        pages,
        ...(id === undefined ? {} : { id, if_version: versionOf(known) }),
      })
      keep(draft)
      showToast(messages.saved({ name }))
      onDone(saved.id)
      await reload()
    })

  return (
    <div class="stack">
      <Form class="card editor-card deck-editor" onSubmit={save}>
        <header>
          <BackLink href="/phone-deck" label={messages.back()} />
          <h2 class="cut grow">{id === undefined ? messages.newTitle() : known.name}</h2>
          {id !== undefined && mayEdit && (
            <>
              <VersionsButton kind="deck" id={id} />
              <IconButton icon="trash" label={messages.remove()} onClick={() => setIsRemoving(true)} />
            </>
          )}
        </header>
        <fieldset class="parts" disabled={!mayEdit} aria-label={messages.title()}>
          <div class="part">
            <TextField
              label={messages.name()}
              value={draft.name}
              maxLength={deckLimits.nameLength}
              placeholder={messages.namePlaceholder()}
              error={errorFor(error, 'name')}
              onInput={(name) => setDraft({ ...draft, name })}
            />
          </div>
          <div class="part">
            <h3>{messages.pages()}</h3>
            <DeckPages
              pages={draft.pages}
              chosen={pageIndex}
              disabled={!mayEdit}
              onChoose={setChosen}
              onChange={(pages) => setDraft({ ...draft, pages })}
            />
          </div>
          <div class="part">
            <div>
              <h3>{messages.buttons()}</h3>
              <p class="faint small">{messages.buttonsHelp()}</p>
            </div>
            <DeckButtons
              pages={draft.pages}
              pageIndex={pageIndex}
              disabled={!mayEdit}
              onChange={(pages) => setDraft({ ...draft, pages })}
            />
          </div>
        </fieldset>
        {mayEdit && (
          <EditorFooter
            editing={editing}
            error={error}
            busy={busy}
            save={id === undefined ? messages.create() : commonMessages.save()}
            forget={forget}
          />
        )}
      </Form>
      {deck === undefined ? <p class="faint">{messages.saveFirst()}</p> : <DeckLinks deck={deck} onChanged={reload} />}
      {isRemoving && id !== undefined && (
        <RemoveDialog
          kind="deck"
          thing={id}
          name={known.name}
          texts={messages}
          remove={() => call('delete-deck', { id })}
          discard={discard}
          onClose={() => setIsRemoving(false)}
          onDone={() => onDone(undefined)}
        />
      )}
    </div>
  )
}
