import { useEffect, useRef, useState } from 'preact/hooks'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { decimal, listed } from '../../format.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Slider } from '../../ui/forms/slider.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { Lines } from '../../ui/lines.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { settingsMessages } from '../settings/messages.ts'
import { speechMessages } from './messages.ts'

type Settings = Answer<'get-speech-settings'>['settings']

/** The voice, and the words it skips. */
export function SpeechSection() {
  const changed = useLogCount('setting')
  const { value, error, reload } = useLoaded(
    async () => ({ ...(await call('get-speech-settings', {})), ...(await call('list-voices', {})) }),
    [changed],
  )
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  return <SpeechForm stored={value.settings} engines={value.engines} voices={value.voices} />
}

interface FormProps {
  readonly stored: Settings
  readonly engines: readonly string[]
  readonly voices: Answer<'list-voices'>['voices']
}

/** The fields that show their own error. */
const shownFields = ['voice', 'language', 'max_length', 'hidden_words'] as const

function SpeechForm({ stored, engines, voices }: FormProps) {
  const editing = useDraft('speech', stored)
  const { draft, known, setDraft, keep } = editing
  const { error, attempt: attemptToSave } = useAttempts()
  const locked = !may('editor')

  const save = () =>
    attemptToSave(async () => {
      keep((await call('save-speech-settings', { settings: draft, if_version: versionOf(known) })).settings)
      showToast(settingsMessages.saved())
    })
  const wrong = (field: (typeof shownFields)[number]) => errorFor(error, `settings.${field}`)

  return (
    <Form class="stack" onSubmit={save}>
      <section class="card">
        <header>
          <h2>{speechMessages.voice()}</h2>
        </header>
        <fieldset class="inside" disabled={locked}>
          <legend class="out-of-sight">{speechMessages.voice()}</legend>
          <div class="setting">
            <Field
              label={speechMessages.voice()}
              hint={speechMessages.voiceHelp({ engines: listed(engines) })}
              error={wrong('voice')}
            >
              {(attributes) => (
                <select
                  {...attributes}
                  value={draft.voice ?? ''}
                  onChange={({ currentTarget: { value } }) => {
                    const { voice: _, ...rest } = draft
                    setDraft(value === '' ? rest : { ...rest, voice: value })
                  }}
                >
                  <option value="">{speechMessages.defaultVoice()}</option>
                  {voices.map(({ id, name, language, engine }) => (
                    <option key={id} value={id}>
                      {name} · {language} · {engine}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={speechMessages.language()} hint={speechMessages.languageHelp()} error={wrong('language')}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  value={draft.language ?? ''}
                  autocomplete="off"
                  onInput={({ currentTarget: { value } }) => {
                    const { language: _, ...rest } = draft
                    setDraft(value.trim() === '' ? rest : { ...rest, language: value.trim() })
                  }}
                />
              )}
            </Field>
            <Slider
              label={speechMessages.speed()}
              value={draft.speed}
              min={0.5}
              max={2}
              step={0.05}
              show={(speed) => `${decimal(speed, 2)}×`}
              onInput={(speed) => setDraft({ ...draft, speed })}
            />
            <Field label={speechMessages.length()} hint={speechMessages.lengthHelp()} error={wrong('max_length')}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  inputMode="numeric"
                  value={String(draft.max_length)}
                  autocomplete="off"
                  onInput={(event) => setDraft({ ...draft, max_length: Number(event.currentTarget.value) })}
                />
              )}
            </Field>
          </div>
        </fieldset>
        <p class="inside small">
          <a href="/settings/platforms">{speechMessages.addServices()}</a>
        </p>
        {!locked && <Preview draft={draft} />}
      </section>
      <section class="card">
        <header>
          <h2>{speechMessages.filter()}</h2>
        </header>
        <fieldset class="inside stack" disabled={locked}>
          <legend class="out-of-sight">{speechMessages.filter()}</legend>
          <Switch
            label={speechMessages.skipSwearWords()}
            checked={draft.hide_bad_words}
            onChange={(checked) => setDraft({ ...draft, hide_bad_words: checked })}
          />
          <Field
            label={speechMessages.skippedWords()}
            hint={speechMessages.skippedWordsHelp()}
            error={wrong('hidden_words')}
          >
            {(attributes) => (
              <Lines
                {...attributes}
                lines={draft.hidden_words}
                onChange={(lines) => setDraft({ ...draft, hidden_words: lines })}
              />
            )}
          </Field>
        </fieldset>
      </section>
      <FormError error={error} than={shownFields.map((field) => `settings.${field}`)} />
      <SaveBar editing={editing} />
    </Form>
  )
}

/** Plays the text in the browser with the settings above, saved or not. */
function Preview({ draft }: { draft: Settings }) {
  const [text, setText] = useState(speechMessages.previewExample())
  const [url, setUrl] = useState<string>()
  const [busy, setBusy] = useState(false)
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    // A browser that blocks autoplay still shows the player.
    if (url !== undefined) void player.current?.play().catch(() => {})
  }, [url])

  async function speak(): Promise<void> {
    setBusy(true)
    await attempt(async () => {
      const { voice, language, speed } = draft
      const wanted = { ...(voice && { voice }), ...(language && { language }), speed }
      setUrl((await call('preview-voice', { text, ...wanted })).url)
    })
    setBusy(false)
  }

  return (
    <div class="part">
      <div class="row end">
        <div class="grow">
          <TextField label={speechMessages.previewText()} value={text} maxLength={200} onInput={setText} />
        </div>
        <button type="button" class="button" disabled={busy || text.trim() === ''} onClick={() => void speak()}>
          <Icon name="volume" />
          {busy ? speechMessages.previewing() : speechMessages.preview()}
        </button>
      </div>
      {url !== undefined && (
        // biome-ignore lint/a11y/useMediaCaption: its words stand in the field above
        <audio ref={player} controls src={url} aria-label={speechMessages.preview()} />
      )}
    </div>
  )
}
