import { JsonFileButton } from '../../ui/lists/json-file-button.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { OverlayDraft } from './draft.ts'
import { messages } from './messages.ts'

/** What makes a theme: how the overlay looks and where items stand. Volumes, times and texts stay as they are. */
const parts = ['look', 'font', 'colors', 'scale', 'positions', 'places', 'custom_css'] as const
const type = 'showcaller-theme'
const maxBytes = 200_000

interface FileProps {
  readonly draft: OverlayDraft
  readonly onChange: (draft: OverlayDraft) => void
  readonly disabled: boolean
}

/** Exports the theme as one file, and reads such a file into the form. Nothing is stored before it is saved. */
export function ThemeFile({ draft, onChange, disabled }: FileProps) {
  function save(): void {
    const settings = Object.fromEntries(
      parts.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name]]])),
    )
    const content = JSON.stringify({ type, version: 1, settings }, null, 2)
    saveFile(new Blob([content], { type: 'application/json' }), 'overlay-theme.json')
  }
  async function read(file: File): Promise<void> {
    const settings = file.size > maxBytes ? undefined : settingsIn(await file.text())
    if (settings === undefined) return showToast(messages.notATheme({ name: file.name }), 'stop')
    // What the file leaves out is reset, so that the theme looks the same everywhere.
    const { font: _font, custom_css: _css, ...kept } = draft
    onChange({ ...kept, colors: {}, ...settings })
    showToast(messages.themeRead({ name: file.name }), 'standby')
  }
  return (
    <div class="row wrap">
      <button type="button" class="button small" onClick={save}>
        {messages.exportTheme()}
      </button>
      <JsonFileButton label={messages.importTheme()} disabled={disabled} onFile={(file) => void read(file)} />
    </div>
  )
}

/** The settings of a theme file. The server checks their values when they are saved. */
function settingsIn(text: string): Partial<OverlayDraft> | undefined {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof file !== 'object' || file === null || !('type' in file) || file.type !== type) return undefined
  const settings = 'settings' in file ? file.settings : undefined
  if (typeof settings !== 'object' || settings === null) return undefined
  const known = Object.entries(settings).filter(([name]) => parts.some((part) => part === name))
  return Object.fromEntries(known) as Partial<OverlayDraft>
}
