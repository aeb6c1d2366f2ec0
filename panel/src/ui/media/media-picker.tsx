import './media-picker.css'
import '../thumb.css'
import { useId } from 'preact/hooks'
import { mediaMessages } from '../../messages/media.ts'
import type { UploadKind } from '../../upload.ts'
import { Icon } from '../icon.tsx'
import { Listen } from './listen.tsx'
import { UploadButton } from './upload-button.tsx'
import type { Media } from './use-media.ts'

interface PickerProps {
  readonly label: string
  readonly kind: Extract<UploadKind, 'sound' | 'image' | 'video'>
  readonly media: Media
  readonly value: string | undefined
  readonly error?: string | undefined
  readonly volume?: number
  readonly isRequired?: boolean
  /** The text of the empty choice. */
  readonly none?: string
  readonly onChange: (ref: string | undefined) => void
}

/** Picks a built-in sound or an uploaded file; a new file can be uploaded from here. */
export function MediaPicker({ label, kind, media, value, error, volume, isRequired, none, onChange }: PickerProps) {
  const id = useId()
  const files = media.uploads.filter((upload) => upload.kind === kind)
  const url = media.urlOf(value)
  return (
    <div class="field media-picker">
      <label for={id}>{label}</label>
      <div class="row">
        {kind === 'image' && (
          <span class="thumb">{url === undefined ? <Icon name="image" /> : <img src={url} alt="" />}</span>
        )}
        <select
          id={id}
          value={value ?? ''}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        >
          {(!isRequired || value === undefined) && <option value="">{none ?? mediaMessages.none()}</option>}
          {kind === 'sound' && (
            <optgroup label={mediaMessages.builtIn()}>
              {media.sounds.map(({ ref, title }) => (
                <option key={ref} value={ref}>
                  {title}
                </option>
              ))}
            </optgroup>
          )}
          {files.length > 0 && (
            <optgroup label={mediaMessages.uploads()}>
              {files.map(({ ref, name }) => (
                <option key={ref} value={ref}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        {kind === 'sound' && url !== undefined && (
          <Listen url={url} name={media.nameOf(value)} {...(volume === undefined ? {} : { volume })} />
        )}
        <UploadButton
          kind={kind}
          onDone={async ({ ref }) => {
            await media.reload()
            onChange(ref)
          }}
        />
      </div>
      {error && (
        <span class="error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
