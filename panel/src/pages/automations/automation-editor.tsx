import { useEffect, useMemo, useState } from 'preact/hooks'
import { automationFields } from '../../../../src/capabilities/automations/contract/automations.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { RunHistory } from '../../runs/run-history.tsx'
import { type LogEvent, may, returns } from '../../state.ts'
import { Conditions } from '../../steps/conditions.tsx'
import { StepEditor } from '../../steps/step-editor.tsx'
import { VariableContext } from '../../steps/variable-scope.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { VersionsButton } from '../../ui/versions-button.tsx'
import {
  type AutomationEntry,
  automationPlace,
  type Draft,
  draftOf,
  fileOf,
  inputOf,
  newDraft,
  saveFile,
} from './draft.ts'
import { automationMessages, tryMessages } from './messages.ts'
import { RunFields } from './run-fields.tsx'
import { pastEvents, scopeOf } from './sample.ts'
import { TriggerFields } from './trigger-fields.tsx'
import { startOf } from './trigger-kinds.ts'
import { TryDialog } from './try-dialog.tsx'

interface EditorProps {
  /** The stored automation; undefined for a new one. */
  readonly entry: AutomationEntry | undefined
  /** What a new one begins with, if not with nothing. */
  readonly start: Draft | undefined
  /** Names of all automations. */
  readonly names: readonly string[]
  readonly changes: number
  readonly onDone: (next: number | undefined) => void
}

/** One automation, read from top to bottom like a sentence: when, if, then. */
export function AutomationEditor({ entry, start, names, changes, onDone }: EditorProps) {
  const id = entry?.id
  const stored = useMemo(() => (entry === undefined ? newDraft : draftOf(entry)), [JSON.stringify(entry)])
  const editing = useDraft<Draft>(automationPlace(id, start), stored, start)
  const { draft, known, isChanged, setDraft, keep, discard } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [dialog, setDialog] = useState<'remove' | 'try'>()
  const past = useLatestEvent(draft.trigger)
  const triggerText = JSON.stringify(draft.trigger)
  const scope = useMemo(() => scopeOf(JSON.parse(triggerText), past), [triggerText, past])

  const mayEdit = may('editor')
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { name } = known

  const save = () =>
    attemptToSave(async () => {
      const version = id === undefined ? {} : { if_version: versionOf(known) }
      const saved = await call('save-automation', { ...inputOf(draft, id), ...version })
      keep({ ...draft, name: saved.name })
      showToast(automationMessages.saved({ name: saved.name }))
      onDone(saved.id)
    })
  async function act(action: () => Promise<void>): Promise<void> {
    await attempt(action)
    setDialog(undefined)
  }
  const duplicate = () =>
    act(async () => {
      const copy = await call('save-automation', inputOf({ ...known, active: 0 }, undefined))
      showToast(automationMessages.duplicated({ name: copy.name }))
      onDone(copy.id)
    })

  return (
    <>
      <Form class="card automation-editor" onSubmit={save}>
        <header>
          <BackLink href="/automations" label={automationMessages.back()} />
          <h2 class="cut grow">{id === undefined ? automationMessages.newTitle() : name}</h2>
          {id !== undefined && (
            <div class="row">
              <button type="button" class="button small" onClick={() => setDialog('try')}>
                <Icon name="play" />
                {tryMessages.open()}
              </button>
              <IconButton
                icon="download"
                label={automationMessages.exportOne()}
                onClick={() => saveFile(name, fileOf(known))}
              />
              {mayEdit && (
                <>
                  <IconButton icon="copy" label={automationMessages.duplicate()} onClick={() => void duplicate()} />
                  <VersionsButton kind="automation" id={id} />
                  <IconButton icon="trash" label={automationMessages.remove()} onClick={() => setDialog('remove')} />
                </>
              )}
            </div>
          )}
        </header>
        <fieldset class="parts" disabled={!mayEdit} aria-label={name || automationMessages.newTitle()}>
          <div class="part names">
            <Field label={automationMessages.name()} error={errorFor(error, 'name')}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  value={draft.name}
                  maxLength={automationFields.name.maxLength}
                  autocomplete="off"
                  placeholder={automationMessages.namePlaceholder()}
                  onInput={(event) => change({ name: event.currentTarget.value })}
                />
              )}
            </Field>
            <Switch
              label={automationMessages.active()}
              checked={draft.active === 1}
              onChange={(active) => change({ active: active ? 1 : 0 })}
            />
          </div>
          <section class="part clause">
            <h3>{automationMessages.whenTitle()}</h3>
            <TriggerFields
              trigger={draft.trigger}
              error={error}
              names={names}
              onChange={(trigger) => change({ trigger })}
            />
          </section>
          <section class="part clause">
            <h3>{automationMessages.ifTitle()}</h3>
            <VariableContext.Provider value={scope}>
              <div>
                <p class="faint small">{automationMessages.conditionsHelp()}</p>
                <Conditions
                  legend={automationMessages.conditions()}
                  condition={draft.conditions}
                  error={errorFor(error, 'conditions')}
                  onChange={(condition) => change({ conditions: conditionList(condition) })}
                />
              </div>
            </VariableContext.Provider>
          </section>
          <section class="clause-of-steps" aria-label={automationMessages.thenTitle()}>
            <StepEditor
              title={automationMessages.thenTitle()}
              steps={draft.steps}
              onChange={(steps) => change({ steps })}
              error={error}
              at="steps"
              disabled={!mayEdit}
              help={automationMessages.stepsHelp()}
              none={automationMessages.noSteps()}
              scope={scope}
              start={startOf(draft.trigger)}
            />
          </section>
          <RunFields run={draft.run} error={error} onChange={(run) => change({ run })} />
        </fieldset>
        {mayEdit && (
          <EditorFooter
            editing={editing}
            error={error}
            busy={busy}
            save={id === undefined ? automationMessages.create() : commonMessages.save()}
            forget={forget}
          />
        )}
      </Form>
      {id !== undefined && <RunHistory of={{ automation_id: id }} changes={changes} />}
      {dialog === 'remove' && id !== undefined && (
        <RemoveDialog
          kind="automation"
          thing={id}
          name={name}
          texts={automationMessages}
          remove={() => call('delete-automation', { id })}
          discard={discard}
          onClose={() => setDialog(undefined)}
          onDone={() => onDone(undefined)}
        />
      )}
      {dialog === 'try' && id !== undefined && (
        <TryDialog
          id={id}
          name={name}
          trigger={known.trigger}
          isChanged={isChanged}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

/** The newest event of the kind that starts it, for previews with real values. */
function useLatestEvent(trigger: Draft['trigger']): LogEvent | undefined {
  const [latest, setLatest] = useState<LogEvent>()
  const about = `${trigger.type} ${trigger.event ?? ''}`
  useEffect(() => {
    let isOver = false
    setLatest(undefined)
    void pastEvents(trigger).then(([first]) => isOver || setLatest(first))
    return () => {
      isOver = true
    }
  }, [about, returns.value])
  return latest
}

function conditionList(condition: unknown): Draft['conditions'] {
  if (condition === undefined) return []
  return (Array.isArray(condition) ? condition : [condition]) as Draft['conditions']
}
