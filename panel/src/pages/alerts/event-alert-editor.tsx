import { useEffect, useMemo, useState } from 'preact/hooks'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { may, returns } from '../../state.ts'
import { VariableContext } from '../../steps/variable-scope.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { PreviewStage, usePreview } from '../../ui/media/preview-stage.tsx'
import { useTheme, useTriedItems } from '../../ui/media/try-stage.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { type AutomationEntry, automationPlace, draftOf, inputOf } from '../automations/draft.ts'
import { scopeOf } from '../automations/sample.ts'
import { CardFields } from './card-fields.tsx'
import { type AlertStep, cleaned, isAlertStep, kindOf, sampleOf, testEventAlert } from './event-alert.ts'
import { eventAlertMessages } from './event-alert-messages.ts'
import { AlertVariants } from './variants.tsx'

interface EditorProps {
  readonly entry: AutomationEntry
  readonly media: Media
  readonly onDone: (isThere: boolean) => void
}

const previewAfterMs = 350
/** Long enough to look at while the form is filled in. */
const shownMs = 120_000

/** The form of one event alert. What it saves is an automation. */
export function EventAlertEditor({ entry, media, onDone }: EditorProps) {
  const loaded = useMemo(() => draftOf(entry), [entry])
  // The same draft as on the Automations page: it is the same automation.
  const editing = useDraft(automationPlace(entry.id), loaded)
  const { draft, known, setDraft, keep, discard } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [removing, setRemoving] = useState(false)
  const [scope] = useState(() => scopeOf(entry.trigger, undefined))
  const preview = usePreview(() => {})
  useTheme(preview)
  useTriedItems(preview)
  const mayEdit = may('editor')
  const kind = kindOf(entry)
  const step: AlertStep = draft.steps.find(isAlertStep) ?? { type: 'show_alert' }
  const change = (next: AlertStep) =>
    setDraft({ ...draft, steps: draft.steps.map((one) => (isAlertStep(one) ? next : one)) })

  const written = JSON.stringify(cleaned(step))
  useEffect(() => {
    if (!may('moderator')) return
    let isOver = false
    const timer = setTimeout(async () => {
      const input = { step: JSON.parse(written), data: sampleOf(entry), preview: true }
      const answer = await call('test-event-alert', input).catch(() => undefined)
      if (isOver || answer === undefined) return
      const { effect: _effect, sound: _sound, ...payload } = answer.cue.payload
      preview.send({ type: 'cue', cue: { ...answer.cue, payload: { ...payload, durationMs: shownMs } } })
    }, previewAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [written, returns.value])

  const save = () =>
    attemptToSave(async () => {
      const steps = draft.steps.map((one) => (isAlertStep(one) ? stored(one) : one))
      await call('save-automation', { ...inputOf({ ...draft, steps }, entry.id), if_version: versionOf(known) })
      keep({ ...draft, steps })
      showToast(eventAlertMessages.saved({ name: draft.name }))
      onDone(true)
    })

  return (
    <VariableContext.Provider value={scope}>
      <Form class="card event-alert" onSubmit={save}>
        <header>
          <BackLink href="/alerts" label={eventAlertMessages.back()} />
          <h2 class="cut grow">{entry.name}</h2>
          {may('moderator') && (
            <button type="button" class="button small" onClick={() => void testEventAlert(draft)}>
              <Icon name="overlay" />
              {eventAlertMessages.test()}
            </button>
          )}
          {mayEdit && <IconButton icon="trash" label={eventAlertMessages.remove()} onClick={() => setRemoving(true)} />}
        </header>
        <div class="inside stage">
          <PreviewStage preview={preview} />
        </div>
        <fieldset class="inside stack" disabled={!mayEdit} aria-label={entry.name}>
          <TextField
            label={eventAlertMessages.name()}
            value={draft.name}
            maxLength={100}
            error={errorFor(error, 'name')}
            onInput={(name) => setDraft({ ...draft, name })}
          />
          <CardFields
            step={step}
            media={media}
            errorOf={(field) => errorFor(error, `steps[${draft.steps.findIndex(isAlertStep)}].${field}`)}
            onChange={(next) => change({ ...next, type: 'show_alert' })}
          />
          {kind?.amount !== undefined && (
            <AlertVariants
              title={kind.amount.title()}
              variants={step.variants ?? []}
              media={media}
              onChange={(variants) => change({ ...step, variants })}
              onTry={(amount) => void testEventAlert(draft, amount)}
            />
          )}
          {draft.steps.length > 1 && <p class="soft small">{eventAlertMessages.moreSteps()}</p>}
          <div class="row wrap">
            <a class="button quiet" href={`/automations/${entry.id}`}>
              {eventAlertMessages.openAutomation()}
            </a>
          </div>
        </fieldset>
        {mayEdit && (
          <EditorFooter editing={editing} error={error} busy={busy} save={commonMessages.save()} forget={forget} />
        )}
      </Form>
      {removing && (
        <RemoveDialog
          kind="automation"
          thing={entry.id}
          name={entry.name}
          texts={eventAlertMessages}
          remove={() => call('delete-automation', { id: entry.id })}
          discard={discard}
          onClose={() => setRemoving(false)}
          onDone={() => onDone(false)}
        />
      )}
    </VariableContext.Provider>
  )
}

/** Empty texts are left out; everything else of the step stays. */
function stored(step: AlertStep): AlertStep {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== '')) as AlertStep
}
