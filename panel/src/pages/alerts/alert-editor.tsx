import { useState } from 'preact/hooks'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { mediaMessages } from '../../messages/media.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { EditorFooter } from '../../ui/forms/editor-footer.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Slider } from '../../ui/forms/slider.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { RemoveDialog } from '../../ui/lists/remove-dialog.tsx'
import { MediaPicker } from '../../ui/media/media-picker.tsx'
import type { Media } from '../../ui/media/use-media.ts'
import { showToast } from '../../ui/toasts.tsx'
import { contentOf } from './alert-content.ts'
import { type AlertDraft, type AudioAlert, alertPlace, draftOf, pictures, testAlert } from './audio-alert.ts'
import { alertMessages, alertPictures } from './messages.ts'
import { PlayedWith } from './played-with.tsx'

interface EditorProps {
  readonly alert: AudioAlert | undefined
  readonly media: Media
  readonly onDone: (id: number | undefined) => void
}

export function AlertEditor({ alert, media, onDone }: EditorProps) {
  const editing = useDraft(alertPlace(alert?.id), draftOf(alert))
  const { draft, setDraft, keep, discard } = editing
  const { name, points, active, sound, image, video, picture, volume } = draft
  const change = (part: Partial<AlertDraft>) => setDraft({ ...draft, ...part })
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const [removing, setRemoving] = useState(false)
  const mayEdit = may('editor')

  const written = {
    name,
    points: Number(points) || 0,
    active,
    volume,
    ...(sound === undefined ? {} : { sound }),
    ...(picture === 'image' && image !== undefined ? { image } : {}),
    ...(picture === 'video' && video !== undefined ? { video } : {}),
  }

  async function save(): Promise<void> {
    await attemptToSave(async () => {
      const saved =
        alert === undefined
          ? await call('create-alert', written)
          : await call('edit-alert', { ...written, id: alert.id, if_version: versionOf(contentOf(alert)) })
      keep(draft)
      showToast(alertMessages.saved({ name: saved.alert.name }))
      onDone(saved.alert.id)
    })
  }

  return (
    <>
      <Form class="card" onSubmit={save}>
        <header>
          <BackLink href="/alerts/audio" label={alertMessages.back()} />
          <h2 class="cut grow">{alert?.name ?? alertMessages.newTitle()}</h2>
          {alert !== undefined && mayEdit && (
            <IconButton icon="trash" label={alertMessages.remove()} onClick={() => setRemoving(true)} />
          )}
        </header>
        <fieldset class="inside stack" disabled={!mayEdit} aria-label={alert?.name ?? alertMessages.newTitle()}>
          <TextField
            label={alertMessages.name()}
            value={name}
            maxLength={100}
            placeholder={alertMessages.namePlaceholder()}
            error={errorFor(error, 'name')}
            onInput={(next) => change({ name: next })}
          />
          <MediaPicker
            label={alertMessages.sound()}
            kind="sound"
            media={media}
            value={sound}
            volume={volume}
            error={errorFor(error, 'sound')}
            onChange={(next) => change({ sound: next })}
          />
          <Slider label={mediaMessages.volume()} value={volume} onInput={(next) => change({ volume: next })} />
          <fieldset>
            <legend>{alertMessages.picture()}</legend>
            <div class="chips">
              {pictures.map((kind) => (
                <label key={kind} class="chip">
                  <input
                    type="radio"
                    name="picture"
                    checked={picture === kind}
                    onChange={() => change({ picture: kind })}
                  />
                  <span>{alertPictures[kind]()}</span>
                </label>
              ))}
            </div>
          </fieldset>
          {picture === 'image' && (
            <MediaPicker
              label={alertMessages.image()}
              kind="image"
              media={media}
              value={image}
              error={errorFor(error, 'image')}
              onChange={(next) => change({ image: next })}
            />
          )}
          {picture === 'video' && (
            <MediaPicker
              label={alertMessages.video()}
              kind="video"
              media={media}
              value={video}
              error={errorFor(error, 'video')}
              onChange={(next) => change({ video: next })}
            />
          )}
          <div class="pair">
            <Field
              label={alertMessages.priceLabel()}
              hint={alertMessages.priceHint()}
              error={errorFor(error, 'points')}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  type="number"
                  min={0}
                  value={points}
                  onInput={(event) => change({ points: event.currentTarget.value })}
                />
              )}
            </Field>
            <div class="field">
              <span class="label">{alertMessages.activeLabel()}</span>
              <Switch
                label={alertMessages.activeLabel()}
                isQuiet
                checked={active}
                onChange={(next) => change({ active: next })}
              />
            </div>
          </div>
          {alert !== undefined && <PlayedWith alert={alert} />}
          <FormError error={error} than={['name', 'points', 'sound', 'image', 'video']} class="small" />
          {alert !== undefined && (
            <div class="row wrap">
              <button type="button" class="button" onClick={() => void testAlert(alert.id)}>
                <Icon name="overlay" />
                {alertMessages.test()}
              </button>
            </div>
          )}
        </fieldset>
        {mayEdit && (
          <EditorFooter
            editing={editing}
            error={undefined}
            busy={busy}
            save={alert === undefined ? alertMessages.create() : commonMessages.save()}
            forget={forget}
          />
        )}
      </Form>
      {removing && alert !== undefined && (
        <RemoveDialog
          kind="alert"
          thing={alert.id}
          name={alert.name}
          texts={alertMessages}
          remove={() => call('delete-alert', { id: alert.id })}
          discard={discard}
          onClose={() => setRemoving(false)}
          onDone={() => onDone(undefined)}
        />
      )}
    </>
  )
}
