import { useState } from 'preact/hooks'
import { call, errorFor } from '../../api.ts'
import { alertMessages, alertPictures } from '../../messages/alerts.ts'
import { commonMessages } from '../../messages/common.ts'
import { mediaMessages } from '../../messages/media.ts'
import { may } from '../../state.ts'
import { attempt, useAttempts } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BackLink, IconButton } from '../../ui/icon-button.tsx'
import { MediaPicker } from '../../ui/media-picker.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Media } from '../../ui/use-media.ts'
import { type AudioAlert, inputOf, testAlert } from './audio-alert.ts'

interface EditorProps {
  readonly alert: AudioAlert | undefined
  readonly media: Media
  readonly onDone: (id: number | undefined) => void
}

const pictures = ['none', 'image', 'video'] as const

export function AlertEditor({ alert, media, onDone }: EditorProps) {
  const [name, setName] = useState(alert?.name ?? '')
  const [points, setPoints] = useState(String(alert?.points ?? 0))
  const [active, setActive] = useState(alert?.active ?? true)
  const [sound, setSound] = useState(alert?.sound ?? undefined)
  const [image, setImage] = useState(alert?.image ?? undefined)
  const [video, setVideo] = useState(alert?.video ?? undefined)
  const [picture, setPicture] = useState<(typeof pictures)[number]>(
    alert?.video ? 'video' : alert?.image ? 'image' : 'none',
  )
  const [volume, setVolume] = useState(alert?.volume ?? 0.8)
  const { error, attempt: attemptToSave } = useAttempts()
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
  const isChanged =
    alert === undefined || JSON.stringify({ id: alert.id, ...written }) !== JSON.stringify(inputOf(alert))

  async function save(): Promise<void> {
    await attemptToSave(async () => {
      const saved =
        alert === undefined
          ? await call('create-alert', written)
          : await call('edit-alert', { ...written, id: alert.id })
      showToast(alertMessages.saved({ name: saved.alert.name }))
      onDone(saved.alert.id)
    })
  }
  async function remove(): Promise<void> {
    if (alert === undefined) return
    await attempt(async () => {
      await call('delete-alert', { id: alert.id })
      showToast(alertMessages.removed({ name: alert.name }))
      onDone(undefined)
    })
    setRemoving(false)
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
            onInput={setName}
          />
          <MediaPicker
            label={alertMessages.sound()}
            kind="sound"
            media={media}
            value={sound}
            volume={volume}
            error={errorFor(error, 'sound')}
            onChange={setSound}
          />
          <Slider label={mediaMessages.volume()} value={volume} onInput={setVolume} />
          <fieldset>
            <legend>{alertMessages.picture()}</legend>
            <div class="chips">
              {pictures.map((kind) => (
                <label key={kind} class="chip">
                  <input type="radio" name="picture" checked={picture === kind} onChange={() => setPicture(kind)} />
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
              onChange={setImage}
            />
          )}
          {picture === 'video' && (
            <MediaPicker
              label={alertMessages.video()}
              kind="video"
              media={media}
              value={video}
              error={errorFor(error, 'video')}
              onChange={setVideo}
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
                  onInput={(event) => setPoints(event.currentTarget.value)}
                />
              )}
            </Field>
            <div class="field">
              <span class="label">{alertMessages.activeLabel()}</span>
              <Switch label={alertMessages.activeLabel()} isQuiet checked={active} onChange={setActive} />
            </div>
          </div>
          <FormError error={error} than={['name', 'points', 'sound', 'image', 'video']} class="small" />
          <div class="row wrap">
            <button type="submit" class="button primary" disabled={!isChanged}>
              {alert === undefined ? alertMessages.create() : commonMessages.save()}
            </button>
            {alert !== undefined && (
              <button type="button" class="button" onClick={() => void testAlert(alert.id)}>
                <Icon name="overlay" />
                {alertMessages.test()}
              </button>
            )}
          </div>
        </fieldset>
      </Form>
      {removing && alert !== undefined && (
        <Confirm
          title={alertMessages.removeTitle({ name: alert.name })}
          onClose={() => setRemoving(false)}
          onSubmit={() => void remove()}
          submit={alertMessages.remove()}
          help={alertMessages.removeHelp()}
        />
      )}
    </>
  )
}
