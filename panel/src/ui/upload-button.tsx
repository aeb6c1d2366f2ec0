import { useRef, useState } from 'preact/hooks'
import { Trouble } from '../api.ts'
import { mediaMessages } from '../messages/media.ts'
import { accepted, sendFile, type Upload, type UploadKind } from '../upload.ts'
import { Glyph } from './glyph.tsx'

interface UploadProps {
  readonly kind: UploadKind
  readonly onDone: (upload: Upload) => void
  readonly label?: string
  readonly primary?: boolean
  /** A whole field to drop files on, instead of a button alone. */
  readonly isField?: boolean
  readonly disabled?: boolean
}

/** Chooses files and sends them, one after the other, with how far each has come. */
export function UploadButton({ kind, onDone, label, primary, isField, disabled }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<{ name: string; part: number }>()
  const [trouble, setTrouble] = useState<string>()
  const [isOver, setIsOver] = useState(false)

  async function send(files: readonly File[]): Promise<void> {
    setTrouble(undefined)
    for (const file of files) {
      try {
        setSending({ name: file.name, part: 0 })
        onDone(await sendFile(kind, file, (part) => setSending({ name: file.name, part })))
      } catch (error) {
        if (!(error instanceof Trouble)) throw error
        setTrouble(error.message)
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
        <Glyph name="upload" />
        {word}
      </button>
      {isField && sending === undefined && <span class="faint small">{mediaMessages.drop()}</span>}
      {sending !== undefined && (
        <span class="sending small soft">
          <progress value={sending.part} aria-label={sending.name} />
          <span class="cut">{mediaMessages.uploading({ name: sending.name, share: sending.part })}</span>
        </span>
      )}
      {trouble !== undefined && (
        <span class="trouble small" role="alert">
          {trouble}
        </span>
      )}
    </div>
  )
}
