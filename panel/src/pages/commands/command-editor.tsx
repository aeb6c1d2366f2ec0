import { useEffect, useState } from 'preact/hooks'
import { commandFieldSchemas } from '../../../../src/contract/command-columns.ts'
import { call, troubleFor } from '../../api.ts'
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
import { commandWords } from '../../words/command-words.ts'
import { words as panelWords } from '../../words/words.ts'
import { type Draft, draftOf, inputOf, newDraft, type Parts } from './draft.ts'
import { ReplyField } from './reply-field.tsx'
import { Rights } from './rights.tsx'
import { Steps } from './steps.tsx'
import { TryCommand } from './try-command.tsx'
import { WhereAndWhen } from './where-and-when.tsx'

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
      say(commandWords.saved(`${parts.prefix}${command.command}`))
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
          <BackLink href="/commands" label={commandWords.back} />
          <h2 class={`cut grow${id === undefined ? '' : ' mono'}`}>
            {id === undefined ? commandWords.newTitle : word}
          </h2>
          {id !== undefined && (
            <div class="row">
              {may('moderator') && (
                <button type="button" class="button small" onClick={() => setDialog('run')}>
                  <Glyph name="play" />
                  {commandWords.run}
                </button>
              )}
              {mayEdit && (
                <>
                  <IconButton
                    glyph="copy"
                    label={commandWords.duplicate}
                    onClick={() =>
                      void act(async () => {
                        const { command } = await call('duplicate-command', { id })
                        say(commandWords.duplicated(`${parts.prefix}${command.command}`))
                        onDone(command.id)
                      })
                    }
                  />
                  <IconButton glyph="trash" label={commandWords.remove} onClick={() => setDialog('remove')} />
                </>
              )}
            </div>
          )}
        </header>
        <fieldset class="parts" disabled={!mayEdit} aria-label={word}>
          <div class="part names">
            <Field
              label={commandWords.word}
              hint={commandWords.wordHint(parts.prefix)}
              trouble={troubleFor(trouble, 'command')}
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
                  placeholder={commandWords.wordPlaceholder}
                  onInput={(event) => change({ command: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field
              label={commandWords.aliases}
              hint={commandWords.aliasesHint}
              trouble={troubleFor(trouble, 'aliases')}
            >
              {(attributes) => (
                <Words
                  attributes={attributes}
                  value={draft.aliases}
                  placeholder={commandWords.aliasesPlaceholder}
                  onChange={(aliases) => change({ aliases })}
                />
              )}
            </Field>
            <Switch label={commandWords.on} checked={draft.active} onChange={(active) => change({ active })} />
          </div>
          <ReplyField {...shared} id={id} parts={parts} />
          <Steps {...shared} parts={parts} words={words} />
          <Rights {...shared} />
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
              <span class="light standby small grow soft">{panelWords.common.unsaved}</span>
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
                {panelWords.common.discard}
              </button>
            )}
            <button type="submit" class="button primary" disabled={busy || !isChanged}>
              {id === undefined ? commandWords.create : commandWords.save}
            </button>
          </footer>
        )}
      </Form>
      {dialog === 'remove' && id !== undefined && (
        <Confirm
          title={commandWords.removeTitle(word)}
          onClose={() => setDialog(undefined)}
          onSubmit={() =>
            void act(async () => {
              await call('delete-command', { id })
              say(commandWords.removed(word))
              onDone(undefined)
            })
          }
          submit={commandWords.remove}
          help={commandWords.removeHelp}
        />
      )}
      {dialog === 'run' && id !== undefined && (
        <TryCommand id={id} word={word} isChanged={isChanged} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

async function read(id: number | undefined): Promise<Draft> {
  if (id === undefined) return newDraft
  return draftOf((await call('get-command', { id })).command)
}

interface WordsProps {
  readonly attributes: object
  readonly value: readonly string[]
  readonly placeholder?: string
  readonly onChange: (value: readonly string[]) => void
}

/** Several words in one field, as people type them. What was typed stays as it is while they type. */
export function Words({ attributes, value, placeholder, onChange }: WordsProps) {
  const [typed, setTyped] = useState(value.join(', '))
  const read = (text: string) =>
    text
      .split(/[,\s]+/)
      .map((word) => word.trim())
      .filter((word) => word !== '')
  useEffect(() => {
    if (read(typed).join() !== value.join()) setTyped(value.join(', '))
  }, [value])
  return (
    <input
      {...attributes}
      type="text"
      autocomplete="off"
      spellcheck={false}
      value={typed}
      placeholder={placeholder}
      onInput={(event) => {
        setTyped(event.currentTarget.value)
        onChange(read(event.currentTarget.value))
      }}
    />
  )
}
