import './upload-button.css'
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '../../api.ts'
import { mediaMessages } from '../../messages/media.ts'
import { accepted, sendFile, type Upload, type UploadKind } from '../../upload.ts'
import { Icon } from '../icon.tsx'

interface UploadProps {
  readonly kind: UploadKind
  readonly onDone: (upload: Upload) => void
  readonly label?: string
  readonly primary?: boolean
  /** Shows a drop area for files around the button. */
  readonly isField?: boolean
  readonly disabled?: boolean
}

/** Uploads the chosen files one after the other and shows the progress of each. */
export function UploadButton({ kind, onDone, label, primary, isField, disabled }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [error, setError] = useState<string>()
  const [isOver, setIsOver] = useState(false)

  async function send(files: readonly File[]): Promise<void> {
    setError(undefined)
    for (const file of files) {
      try {
        setSending({ name: file.name, part: 0 })
        onDone(await sendFile(kind, file, (part) => setSending({ name: file.name, part })))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setError(error.message)
      }
    }
    setSending(undefined)
    if (input.current !== null) input.current.value = ''
  }

  const word = label ?? mediaMessages.upload()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button does the same
    <div
      class={`upload${isField ? ' field-of-files' : ''}${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (!disabled) void send([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted[kind]}
        multiple={isField}
        onChange={(event) => void send([...(event.currentTarget.files ?? [])])}
      />
      <button
        type="button"
        class={`button${primary ? ' primary' : isField ? '' : ' small'}`}
        disabled={disabled || sending !== undefined}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
        {word}
      </button>
      {isField && sending === undefined && <span class="faint small">{mediaMessages.drop()}</span>}
      {sending !== undefined && (
        <span class="sending small soft">
          <progress value={sending.part} aria-label={sending.name} />
          <span class="cut">{mediaMessages.uploading({ name: sending.name, share: sending.part })}</span>
        </span>
      )}
      {error !== undefined && (
        <span class="error small" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
