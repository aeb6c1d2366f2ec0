import '../settings/settings.css'
import type { ComponentChildren } from 'preact'
import { aiSettings } from '../../../../src/capabilities/ai/contract/settings.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { showToast } from '../../ui/toasts.tsx'
import { settingsMessages } from '../settings/messages.ts'
import { definitionAt, pathsIn, SettingFields } from '../settings/setting-fields.tsx'
import type { AiField, AiForm, AiSettings } from './ai-state.ts'

interface CardProps {
  readonly title: string
  readonly help: string
  readonly fields: readonly AiField[]
  readonly settings: AiSettings
  readonly onSaved: () => Promise<void>
  /** A form of its own, where one drawn from the schema is not enough. */
  readonly children?: (form: AiForm) => ComponentChildren
}

/** Some fields of the AI bot, saved together. The other fields stay as they are. */
export function AiSettingsCard({ title, help, fields, settings, onSaved, children }: CardProps) {
  const stored = partOf(settings, fields)
  const editing = useDraft(`ai:${fields.join(',')}`, stored)
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt, forget } = useAttempts()
  const properties = Object.fromEntries(fields.map((name) => [name, aiSettings.schema.properties[name] ?? {}]))

  const save = () =>
    attempt(async () => {
      const saved = await call('save-ai-settings', { settings: { ...draft }, if_version: versionOf(known) })
      keep(partOf(saved.settings as unknown as AiSettings, fields))
      showToast(settingsMessages.saved())
      await onSaved()
    })

  const form = { value: draft, error, onChange: setDraft }
  return (
    <section class="card" aria-label={title}>
      <Form onSubmit={save}>
        <header class="head">
          <div class="grow">
            <h2>{title}</h2>
            <p class="faint small">{help}</p>
          </div>
        </header>
        <fieldset class="inside" disabled={!may(aiSettings.role)}>
          <legend class="out-of-sight">{title}</legend>
          {children === undefined ? (
            <SettingFields schema={{ type: 'object', properties }} path="ai" {...form} />
          ) : (
            children(form)
          )}
        </fieldset>
        <FormError error={error} than={pathsIn({ properties })} class="inside" />
        <SaveBar editing={editing} busy={busy} forget={forget} labelOf={titleOf} />
      </Form>
    </section>
  )
}

function partOf(whole: AiSettings, names: readonly AiField[]): Partial<AiSettings> {
  return Object.fromEntries(names.map((name) => [name, whole[name]]))
}

function titleOf(name: string): string | undefined {
  const schema = Object.entries(aiSettings.schema.properties).find(([field]) => field === name)?.[1]
  return schema === undefined ? undefined : definitionAt(`ai.${name}`, schema).title()
}
