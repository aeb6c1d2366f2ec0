import { useRef } from 'preact/hooks'
import { Icon } from '../icon.tsx'

interface FileButtonProps {
  readonly label: string
  readonly title?: string
  readonly disabled?: boolean
  /** In the heading of a page. */
  readonly isLarge?: boolean
  readonly onFile: (file: File) => void
}

/** Opens a JSON file of this machine. The same file can be opened again. */
export function JsonFileButton({ label, title, disabled, isLarge = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class={`button${isLarge ? '' : ' small'}`}
        title={title}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {isLarge && <Icon name="upload" />}
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined) onFile(file)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
