import { useState } from 'preact/hooks'
import { findWidgetDefinition } from '../../../../src/capabilities/widgets/contract/widgets.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { later } from '../../ui/later.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { messages } from './messages.ts'
import { draftOf, type WidgetDraft, type WidgetEntry, widgetPlaceName } from './shape.ts'
import { exportWidget } from './widget-file.ts'
import { WidgetLink } from './widget-link.tsx'
import { PlaceFields, WidgetSettings } from './widget-settings.tsx'
import { WidgetStage } from './widget-stage.tsx'

const RemoveDialog = later(async () => (await import('../../ui/lists/remove-dialog.tsx')).RemoveDialog)
const VersionsDialog = later(async () => (await import('../versions/versions-dialog.tsx')).VersionsDialog)
const CustomCode = later(async () => (await import('../effects/custom-code.tsx')).CustomCode)

interface EditorProps {
  readonly widget: WidgetEntry
  /** Those on the stage, this one included or not. */
  readonly widgets: readonly WidgetEntry[]
  readonly media: Media
  readonly onChoose: (id: number) => void
  readonly onDone: (id: number | undefined) => void
}

/** One widget: seen among the others as it will be, changed beside them, saved when it is right. */
export function WidgetEditor({ widget, widgets, media, onChoose, onDone }: EditorProps) {
  const { id, type, failure } = widget
  const definition = findWidgetDefinition(type)
  const editing = useDraft<WidgetDraft>(widgetPlaceName(id), draftOf(widget))
  const { draft, known, setDraft, keep, discard } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [dialog, setDialog] = useState<'remove' | 'versions'>()
  const close = () => setDialog(undefined)
  const mayEdit = may('editor')
  const hasCode = Object.values(definition?.settings ?? {}).some(({ control }) => control.kind === 'code')
  // Code runs only on request, because it is often unfinished.
  const [run, setRun] = useState(draft.settings)
  const others = widgets.filter((one) => one.id !== id)
  const place = (change: Partial<WidgetDraft['place']>) => setDraft({ ...draft, place: { ...draft.place, ...change } })

  const save = () =>
    attemptToSave(async () => {
      const saved = await call('save-widget', { id, ...draft, if_version: versionOf(known) })
      keep(draftOf(saved.widget))
      showToast(messages.saved({ name: saved.widget.name }))
      onDone(id)
    })

  return (
    <>
      <Form class="card effect-editor stage-editor" onSubmit={save}>
        <header>
          <BackLink href="/widgets" label={messages.back()} />
          <h2 class="cut grow">
            {widget.name} <span class="faint">{definition?.title()}</span>
          </h2>
          {mayEdit && (
            <div class="row">
              <IconButton
                icon="download"
                label={messages.exportOne()}
                onClick={() => exportWidget({ ...draft, type })}
              />
              <IconButton
                icon="copy"
                label={messages.duplicate()}
                onClick={() =>
                  void attempt(async () => {
                    const { widget: copy } = await call('duplicate-widget', { id })
                    showToast(messages.duplicated({ name: copy.name }))
                    onDone(copy.id)
                  })
                }
              />
              <IconButton icon="clock" label={commonMessages.versions()} onClick={() => setDialog('versions')} />
              <IconButton icon="trash" label={messages.remove()} onClick={() => setDialog('remove')} />
            </div>
          )}
        </header>
        <div class="inside stack">
          {failure !== null && (
            <p class="small" role="status">
              <span class="light stop wraps">
                <span>{messages.failed({ reason: failure.reason })}</span>
              </span>
            </p>
          )}
          <WidgetStage
            widgets={[...others, { id, type, ...draft, ...(hasCode ? { settings: run } : {}) }]}
            media={media}
            chosen={id}
            disabled={!mayEdit}
            onChoose={onChoose}
            onPlace={place}
          />
          {mayEdit && <p class="faint small">{messages.stageHint()}</p>}
          <FormError error={error} than={['name']} />
        </div>
        {hasCode && (
          <CustomCode
            settings={draft.settings}
            onChange={(settings) => setDraft({ ...draft, settings })}
            onRun={() => setRun(draft.settings)}
            disabled={!mayEdit}
            help={messages.codeHelp()}
          />
        )}
        <fieldset class="part" disabled={!mayEdit} aria-label={messages.settings()}>
          <TextField
            label={messages.name()}
            value={draft.name}
            maxLength={100}
            error={errorFor(error, 'name')}
            onInput={(name) => setDraft({ ...draft, name })}
          />
          {definition !== undefined && (
            <WidgetSettings
              definition={definition}
              settings={draft.settings}
              media={media}
              onChange={(settings) => setDraft({ ...draft, settings })}
            />
          )}
          <PlaceFields place={draft.place} onChange={place} />
          <WidgetLink
            id={id}
            place={draft.place}
            isApart={draft.own_link}
            onChange={(own_link) => setDraft({ ...draft, own_link })}
          />
        </fieldset>
        {mayEdit && (
          <EditorFooter editing={editing} error={undefined} busy={busy} save={messages.save()} forget={forget} />
        )}
      </Form>
      {dialog === 'versions' && <VersionsDialog kind="widget" id={id} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog
          kind="widget"
          thing={id}
          name={widget.name}
          texts={messages}
          remove={() => call('delete-widget', { id })}
          discard={discard}
          onClose={close}
          onDone={() => onDone(undefined)}
        />
      )}
    </>
  )
}
