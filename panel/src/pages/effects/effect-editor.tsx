import { useEffect, useState } from 'preact/hooks'
import { type EffectType, findEffectDefinition } from '../../../../src/capabilities/effects/contract/effects.ts'
// The reasons that the frame reports, so that they are recognized.
import '../../../../src/capabilities/overlay/contract/overlay-texts.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { readText } from '../../../../src/kernel/text/stored-text.ts'
import { call, errorFor } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { PreviewStage, type PreviewWord, usePreview } from '../../ui/media/preview-stage.tsx'
import { useTriedItems } from '../../ui/media/try-stage.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { type ConsoleLine, CustomCode, EffectConsole } from './custom-code.tsx'
import { EffectSettings } from './effect-settings.tsx'
import { messages } from './messages.ts'
import { type EffectDraft, type EffectEntry, effectPlace, lacksFile, previewSettings, type Settings } from './shape.ts'
import { testEffect } from './test-effect.ts'

interface EditorProps {
  readonly effect: EffectEntry
  readonly media: Media
  readonly onDone: (id: string | undefined) => void
}

const playAfterMs = 450
const maxLines = 200

/** One effect: seen as it will be, changed beside it, saved when it is right. */
export function EffectEditor({ effect, media, onDone }: EditorProps) {
  const type = effect.effect_type as EffectType
  const definition = findEffectDefinition(type)
  const title = definition?.title() ?? type
  const hasCode = Object.values(definition?.settings ?? {}).some(({ control }) => control.kind === 'code')
  const editing = useDraft<EffectDraft>(effectPlace(effect.overlay_id), {
    name: effect.name,
    settings: effect.effect_settings,
  })
  const { draft, known, setDraft, keep, discard } = editing
  const { name, settings } = draft
  const setSettings = (next: Settings) => setDraft({ ...draft, settings: next })
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [lines, setLines] = useState<readonly ConsoleLine[]>([])
  const [removing, setRemoving] = useState(false)
  const preview = usePreview((word) => setLines((before) => [...before, ...linesOf(word)].slice(-maxLines)))
  useTriedItems(preview)
  const mayEdit = may('editor')

  function play(): void {
    setLines([])
    preview.send({ type: 'effect', effect_type: type, effect_settings: previewSettings(type, settings, media) })
  }
  // Settings are previewed at once. Code runs only on request, because it is often unfinished.
  useEffect(() => {
    if (lacksFile(type, settings, media)) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(play, playAfterMs)
    return () => clearTimeout(timer)
  }, [hasCode ? '' : JSON.stringify(settings), media.uploads.length > 0])

  const save = () =>
    attemptToSave(async () => {
      const { overlay_id } = effect
      const written = { overlay_id, name, effect_type: type, effect_settings: settings }
      const saved = await call('edit-effect', { ...written, if_version: versionOf(known) })
      keep({ name: saved.effect.name, settings: saved.effect.effect_settings })
      showToast(messages.saved({ name: saved.effect.name }))
      onDone(overlay_id)
    })
  async function act(action: () => Promise<unknown>): Promise<void> {
    await attempt(action)
    setRemoving(false)
  }

  return (
    <>
      <Form class="card effect-editor" onSubmit={save}>
        <header>
          <BackLink href="/effects" label={messages.back()} />
          <h2 class="cut grow">
            {effect.name} {title !== effect.name && <span class="faint">{title}</span>}
          </h2>
          {mayEdit && (
            <div class="row">
              <IconButton
                icon="copy"
                label={messages.duplicate()}
                onClick={() =>
                  void act(async () => {
                    const { effect: copy } = await call('duplicate-effect', { overlay_id: effect.overlay_id })
                    showToast(messages.duplicated({ name: copy.name }))
                    onDone(copy.overlay_id)
                  })
                }
              />
              <IconButton icon="trash" label={messages.remove()} onClick={() => setRemoving(true)} />
            </div>
          )}
        </header>
        <div class="inside stack">
          <div class={hasCode ? 'beside-console' : ''}>
            <PreviewStage preview={preview} />
            {hasCode && <EffectConsole lines={lines} />}
          </div>
          <div class="row wrap">
            <button type="button" class="button" onClick={play}>
              <Icon name="play" />
              {messages.play()}
            </button>
            {may('moderator') && (
              <button type="button" class="button" onClick={() => void testEffect(effect.overlay_id)}>
                <Icon name="overlay" />
                {messages.test()}
              </button>
            )}
          </div>
          <FormError error={error} than={['name']} />
        </div>
        {hasCode && <CustomCode settings={settings} onChange={setSettings} onRun={play} disabled={!mayEdit} />}
        <fieldset class="part" disabled={!mayEdit} aria-label={messages.settings()}>
          <div class="setting-grid">
            <TextField
              label={messages.name()}
              value={name}
              maxLength={100}
              error={errorFor(error, 'name')}
              onInput={(next) => setDraft({ ...draft, name: next })}
            />
            <div class="field">
              <span class="label">{messages.id()}</span>
              <span class="row">
                <code>{effect.overlay_id}</code>
                <CopyButton text={effect.overlay_id} />
              </span>
            </div>
          </div>
          {definition !== undefined && (
            <EffectSettings definition={definition} settings={settings} media={media} onChange={setSettings} />
          )}
          <div class="row wrap">
            <Switch
              label={messages.enabled()}
              checked={effect.trigger_enabled}
              disabled={!mayEdit}
              onChange={(trigger_enabled) => {
                void act(() => call('toggle-effect', { overlay_id: effect.overlay_id, trigger_enabled }))
              }}
            />
            <span class="faint small">{messages.enabledHelp()}</span>
          </div>
        </fieldset>
        {mayEdit && (
          <EditorFooter editing={editing} error={undefined} busy={busy} save={messages.save()} forget={forget} />
        )}
      </Form>
      {removing && (
        <RemoveDialog
          kind="effect"
          thing={effect.overlay_id}
          name={effect.name}
          texts={messages}
          remove={() => call('delete-effect', { overlay_id: effect.overlay_id })}
          discard={discard}
          onClose={() => setRemoving(false)}
          onDone={() => onDone(undefined)}
        />
      )}
    </>
  )
}

function linesOf({ report, console: level, reason = '', text = '' }: PreviewWord): readonly ConsoleLine[] {
  if (level !== undefined) return [{ level, text }]
  if (report === 'shown') return [{ level: 'debug', text: messages.started() }]
  if (report === 'finished') return [{ level: 'debug', text: messages.ended() }]
  if (report === 'failed' || report === 'warning')
    return [{ level: 'error', text: messages.stopped({ reason: readText(reason) }) }]
  return []
}
