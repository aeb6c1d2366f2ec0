import { useEffect, useState } from 'preact/hooks'
import { call, troubleFor } from '../../api.ts'
import { commandMessages } from '../../messages/commands.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../../ui/toasts.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { type Draft, draftOf, inputOf, type Parts, plainDraft } from './draft.ts'
import { ReplyField } from './reply-field.tsx'
import { Rights } from './rights.tsx'
import { Steps } from './steps.tsx'
import { TryCommand } from './try-command.tsx'
import { WhereAndWhen } from './where-and-when.tsx'
import { WordListInput } from './word-list-input.tsx'

interface EditorProps {
  readonly id: number | undefined
  readonly parts: Parts
  readonly words: readonly string[]
  /** Counts what happened to commands anywhere. */
  readonly changes: number
  readonly onDone: (next: number | undefined) => void
}

export function CommandEditor({ id, parts, words, changes, onDone }: EditorProps) {
  const { value: stored, trouble: missing } = useLoaded(() => read(id), [id, changes])
  const { draft, known, isChanged, setDraft, keep } = useDraft(stored)
  const { trouble, busy, attempt: attemptToSave, forget } = useAttempts()
  const [dialog, setDialog] = useState<'remove' | 'run'>()
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])

  if (missing !== undefined) return <TroubleNote trouble={missing} />
  if (draft === undefined || known === undefined) return null
  const mayEdit = may('editor')
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const word = `${parts.prefix}${known.command}`

  const save = () =>
    attemptToSave(async () => {
      const { command } = await call('save-command', inputOf(draft, id))
      keep(draftOf(command))
      say(commandMessages.saved({ word: `${parts.prefix}${command.command}` }))
      onDone(command.id)
    })
  async function act(deed: () => Promise<void>): Promise<void> {
    await attempt(deed)
    setDialog(undefined)
  }

  const shared = { draft, change, trouble, disabled: !mayEdit }
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
                  <Glyph name="play" />
                  {commandMessages.run()}
                </button>
              )}
              {mayEdit && (
                <>
                  <IconButton
                    glyph="copy"
                    label={commandMessages.duplicate()}
                    onClick={() =>
                      void act(async () => {
                        const { command } = await call('duplicate-command', { id })
                        say(commandMessages.duplicated({ word: `${parts.prefix}${command.command}` }))
                        onDone(command.id)
                      })
                    }
                  />
                  <IconButton glyph="trash" label={commandMessages.remove()} onClick={() => setDialog('remove')} />
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
              trouble={troubleFor(trouble, 'command')}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  class="mono"
                  value={draft.command}
                  maxLength={100}
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
              trouble={troubleFor(trouble, 'aliases')}
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
          <Steps {...shared} parts={parts} words={words} />
          <Rights {...shared} parts={parts} />
          <WhereAndWhen {...shared} />
        </fieldset>
        {mayEdit && (
          <footer>
            {trouble !== undefined && (
              <p class="trouble small grow" role="alert">
                {trouble.message}
              </p>
            )}
            {trouble === undefined && isChanged && (
              <span class="light standby small grow soft">{commonMessages.unsaved()}</span>
            )}
            {isChanged && id !== undefined && (
              <button
                type="button"
                class="button quiet"
                onClick={() => {
                  setDraft(known)
                  forget()
                }}
              >
                {commonMessages.discard()}
              </button>
            )}
            <button type="submit" class="button primary" disabled={busy || !isChanged}>
              {id === undefined ? commandMessages.create() : commonMessages.save()}
            </button>
          </footer>
        )}
      </Form>
      {dialog === 'remove' && id !== undefined && (
        <Confirm
          title={commandMessages.removeTitle({ word })}
          onClose={() => setDialog(undefined)}
          onSubmit={() =>
            void act(async () => {
              await call('delete-command', { id })
              say(commandMessages.removed({ word }))
              onDone(undefined)
            })
          }
          submit={commandMessages.remove()}
          help={commandMessages.removeHelp()}
        />
      )}
      {dialog === 'run' && id !== undefined && (
        <TryCommand id={id} word={word} isChanged={isChanged} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

async function read(id: number | undefined): Promise<Draft> {
  if (id === undefined) return plainDraft
  return draftOf((await call('get-command', { id })).command)
}
