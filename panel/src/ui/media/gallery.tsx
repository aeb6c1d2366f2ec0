import { useState } from 'preact/hooks'
import type { Field as Definition } from '../../../../src/definitions/setting-fields.ts'
import { type ApiError, errorFor } from '../../api.ts'
import { FormError } from '../forms/form-error.tsx'
import { SettingField } from '../forms/setting-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import type { Media } from './use-media.ts'

/** The parts that the galleries of effects and widgets share: the kinds, and the form that makes one of a kind. */

interface Kind {
  readonly type: string
  readonly title: () => string
  readonly help: () => string
  readonly icon: string
  readonly settings: Readonly<Record<string, Definition>>
}

/** The name of a new item, and the files without which it shows nothing. */
export function useNewItem({ title, settings }: Pick<Kind, 'title' | 'settings'>) {
  const [name, setName] = useState(title())
  const [files, setFiles] = useState<Readonly<Record<string, unknown>>>({})
  const needed = Object.entries(settings).filter(([, { isRequired }]) => isRequired === true)
  const chosen = Object.fromEntries(needed.map(([field]) => [field, files[field]] as const))
  return {
    name,
    setName,
    needed,
    chosen,
    setFile: (field: string, file: unknown) => setFiles({ ...files, [field]: file }),
  }
}

interface NewItemProps {
  readonly item: ReturnType<typeof useNewItem>
  readonly texts: { readonly name: () => string; readonly use: () => string }
  readonly media: Media
  readonly error: ApiError | undefined
  /** The parameter of the settings, in errors about a file. */
  readonly settingsName: string
}

export function NewItemFields({ item, texts, media, error, settingsName }: NewItemProps) {
  const { name, setName, needed, chosen, setFile } = item
  return (
    <div class="make">
      <TextField label={texts.name()} value={name} maxLength={100} error={errorFor(error, 'name')} onInput={setName} />
      {needed.map(([field, definition]) => (
        <SettingField
          key={field}
          definition={definition}
          media={media}
          value={chosen[field]}
          error={errorFor(error, settingsName)}
          onChange={(file) => setFile(field, file)}
        />
      ))}
      <button type="submit" class="button primary">
        {texts.use()}
      </button>
      <FormError error={error} than={['name']} />
    </div>
  )
}

interface KindsProps<K extends Kind> {
  readonly kinds: readonly K[]
  readonly chosen: string
  readonly onChoose: (kind: K) => void
  /** The one that is chosen already. */
  readonly onChooseAgain?: () => void
}

/** The kinds as cards, inside a `radiogroup`. */
export function KindCards<K extends Kind>({ kinds, chosen, onChoose, onChooseAgain }: KindsProps<K>) {
  return kinds.map((kind) => (
    <label key={kind.type} class="kind">
      <input
        type="radio"
        name="type"
        checked={chosen === kind.type}
        onChange={() => onChoose(kind)}
        onClick={() => chosen === kind.type && onChooseAgain?.()}
      />
      <b>
        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <path d={kind.icon} />
        </svg>{' '}
        {kind.title()}
      </b>
      <span class="faint small">{kind.help()}</span>
    </label>
  ))
}
