import { useState } from 'preact/hooks'
import { commandFieldSchemas } from '../../../../src/capabilities/commands/contract/command-columns.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { RunHistory } from '../../runs/run-history.tsx'
import { may } from '../../state.ts'
import { stepMessages } from '../../steps/messages.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { VersionsButton } from '../../ui/versions-button.tsx'
import { Availability } from './availability.tsx'
import { commandPlace, type Draft, draftOf, inputOf, newDraft, type Parts, type Timer as StoredTimer } from './draft.ts'
import { commandMessages } from './messages.ts'
import { Permissions } from './permissions.tsx'
import { ReplyField } from './reply-field.tsx'
import { RunCommandDialog } from './run-command-dialog.tsx'
import { Steps } from './steps.tsx'
import { Timer } from './timer.tsx'
import { WordListInput } from './word-list-input.tsx'

interface EditorProps {
  readonly id: number | undefined
  readonly parts: Parts
  /** Increases whenever a command changed anywhere. */
  readonly changes: number
  readonly onDone: (next: number | undefined) => void
}

export function CommandEditor({ id, parts, changes, onDone }: EditorProps) {
  const { value: stored, error: missing } = useLoaded(() => read(id), [id, changes])
  const editing = useDraft(commandPlace(id), stored?.draft)
  const { draft, known, isChanged, setDraft, keep, discard } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [dialog, setDialog] = useState<'remove' | 'run'>()

  if (missing !== undefined) return <LoadError error={missing} />
  if (draft === undefined || known === undefined) return null
  const mayEdit = may('editor')
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const word = `${parts.prefix}${known.command}`

  const save = () =>
    attemptToSave(async () => {
      const version = id === undefined ? {} : { if_version: versionOf(known) }
      const { command } = await call('save-command', { ...inputOf(draft, id), ...version })
      keep(draftOf(command))
      showToast(commandMessages.saved({ word: `${parts.prefix}${command.command}` }))
      onDone(command.id)
    })
  async function act(action: () => Promise<void>): Promise<void> {
    await attempt(action)
    setDialog(undefined)
  }

  const shared = { draft, change, error, disabled: !mayEdit }
  return (
    <>
      <Form class="card command-editor" onSubmit={save}>
        <header>
          <BackLink href="/commands" label={commandMessages.back()} />
          <h2 class={`cut grow${id === undefined ? '' : ' mono'}`}>
            {id === undefined ? commandMessages.newTitle() : word}
          </h2>
          {id !== undefined && (
            <div class="row">
              {may('moderator') && (
                <button type="button" class="button small" onClick={() => setDialog('run')}>
                  <Icon name="play" />
                  {commandMessages.run()}
                </button>
              )}
              {mayEdit && (
                <>
                  <IconButton
                    icon="copy"
                    label={commandMessages.duplicate()}
                    onClick={() =>
                      void act(async () => {
                        const { command } = await call('duplicate-command', { id })
                        showToast(commandMessages.duplicated({ word: `${parts.prefix}${command.command}` }))
                        onDone(command.id)
                      })
                    }
                  />
                  <VersionsButton kind="command" id={id} />
                  <IconButton icon="trash" label={commandMessages.remove()} onClick={() => setDialog('remove')} />
                </>
              )}
            </div>
          )}
        </header>
        <fieldset class="parts" disabled={!mayEdit} aria-label={word}>
          <div class="part names">
            <Field
              label={commandMessages.command()}
              hint={commandMessages.commandHint({ prefix: parts.prefix })}
              error={errorFor(error, 'command')}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  class="mono"
                  value={draft.command}
                  maxLength={commandFieldSchemas.command.maxLength}
                  autocomplete="off"
                  spellcheck={false}
                  placeholder={commandMessages.commandPlaceholder()}
                  onInput={(event) => change({ command: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field
              label={commandMessages.aliases()}
              hint={commandMessages.aliasesHint()}
              error={errorFor(error, 'aliases')}
            >
              {(attributes) => (
                <WordListInput
                  attributes={attributes}
                  value={draft.aliases}
                  placeholder={commandMessages.aliasesPlaceholder()}
                  onChange={(aliases) => change({ aliases })}
                />
              )}
            </Field>
            <Switch label={commandMessages.active()} checked={draft.active} onChange={(active) => change({ active })} />
          </div>
          <ReplyField {...shared} id={id} parts={parts} />
          <Steps {...shared} />
          <Permissions {...shared} />
          <Availability {...shared} />
          {id !== undefined && <Timer command={known.command} timer={stored?.timer ?? null} />}
        </fieldset>
        {mayEdit && (
          <EditorFooter
            editing={editing}
            error={error}
            busy={busy}
            save={id === undefined ? commandMessages.create() : commonMessages.save()}
            forget={forget}
            labelOf={labelOf}
          />
        )}
      </Form>
      {id !== undefined && <RunHistory of={{ command_id: id }} changes={changes} />}
      {dialog === 'remove' && id !== undefined && (
        <RemoveDialog
          kind="command"
          thing={id}
          name={word}
          texts={commandMessages}
          remove={() => call('delete-command', { id })}
          discard={discard}
          onClose={() => setDialog(undefined)}
          onDone={() => onDone(undefined)}
        />
      )}
      {dialog === 'run' && id !== undefined && (
        <RunCommandDialog id={id} word={word} isChanged={isChanged} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

async function read(id: number | undefined): Promise<{ readonly draft: Draft; readonly timer: StoredTimer }> {
  if (id === undefined) return { draft: newDraft, timer: null }
  const { command, timer } = await call('get-command', { id })
  return { draft: draftOf(command), timer }
}

/** The names of fields as the form shows them, where they differ from those in the database. */
function labelOf(field: string): string | undefined {
  if (field === 'message') return commandMessages.reply()
  if (field === 'aliases') return commandMessages.aliases()
  if (field === 'actions') return stepMessages.title()
  return undefined
}
