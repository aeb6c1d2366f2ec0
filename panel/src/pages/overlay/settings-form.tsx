import type { ComponentChildren } from 'preact'
import {
  type OverlaySection,
  type OverlaySetting,
  overlaySections,
  overlaySettingFields,
} from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'
import { type ApiError, errorFor } from '../../api.ts'
import { SettingField, withValue } from '../../ui/forms/setting-field.tsx'
import type { OverlayDraft } from './draft.ts'
import { messages } from './messages.ts'
import { ThemeFile } from './theme-file.tsx'

interface FormProps {
  readonly draft: OverlayDraft
  readonly onChange: (draft: OverlayDraft) => void
  readonly error: ApiError | undefined
  readonly disabled: boolean
}

/** Sections that most people open once are folded. Positions are set in the preview. */
const sections: readonly { readonly name: OverlaySection; readonly isFolded: boolean }[] = [
  { name: 'theme', isFolded: false },
  { name: 'volume', isFolded: false },
  { name: 'timing', isFolded: true },
  { name: 'text', isFolded: true },
  { name: 'css', isFolded: true },
]

const fields: readonly (readonly [string, OverlaySetting])[] = Object.entries(overlaySettingFields)

/** Every setting of the overlay, drawn from its definition. */
export function SettingsForm({ draft, onChange, error, disabled }: FormProps) {
  const values: Readonly<Record<string, unknown>> = draft
  return (
    <fieldset class="overlay-form" disabled={disabled} aria-label={messages.settings()}>
      {sections.map(({ name, isFolded }) => {
        const members = fields.filter(([, { section }]) => section === name)
        return (
          <Section key={name} title={overlaySections[name]()} isFolded={isFolded}>
            {members.map(([setting, definition]) => (
              <SettingField
                key={setting}
                definition={definition}
                value={values[setting]}
                error={errorFor(error, `settings.${setting}`)}
                isQuiet={members.length === 1}
                onChange={(value) => onChange(withSetting(draft, setting, definition, value))}
              />
            ))}
            {name === 'theme' && <ThemeFile draft={draft} onChange={onChange} disabled={disabled} />}
          </Section>
        )
      })}
    </fieldset>
  )
}

interface SectionProps {
  readonly title: string
  readonly isFolded: boolean
  readonly children: ComponentChildren
}

function Section({ title, isFolded, children }: SectionProps) {
  if (!isFolded) {
    return (
      <section class="card">
        <header>
          <h2>{title}</h2>
        </header>
        <div class="inside stack">{children}</div>
      </section>
    )
  }
  return (
    <details class="card">
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="inside stack">{children}</div>
    </details>
  )
}

/** A text without a default that is emptied counts as not set. */
function withSetting(
  draft: OverlayDraft,
  name: string,
  { default: value }: OverlaySetting,
  next: unknown,
): OverlayDraft {
  return withValue(draft, name, next === '' && value === undefined ? undefined : next) as OverlayDraft
}
