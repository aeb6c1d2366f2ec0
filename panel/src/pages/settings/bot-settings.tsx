import type { SettingSection } from '../../../../src/definitions/define-setting.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type FormSetting, settingsIn } from '../../../../src/registry/settings.ts'
import { call } from '../../api.ts'
import { settingFormMessages } from '../../messages/setting-forms.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { settingsMessages } from './messages.ts'
import { definitionAt, type Fields, pathsIn, SettingFields } from './setting-fields.tsx'

/** Settings of the bot, each a card with a form generated from its definition. */
export function BotSettings({ section }: { section: SettingSection }) {
  const changed = useLogCount('setting')
  const { value, error, reload } = useLoaded(() => call('get-settings', {}), [changed])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  return (
    <>
      {settingsIn(section).map((setting) => {
        const { name } = setting
        const stored = value.settings.find((one) => one.name === name)?.value ?? setting.default
        return <SettingCard key={name} setting={setting} stored={stored as Fields} />
      })}
    </>
  )
}

function SettingCard({ setting, stored }: { setting: FormSetting; stored: Fields }) {
  const { name, schema } = setting
  const defaults = setting.default as Fields
  const editing = useDraft(`setting:${name}`, stored)
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt, forget } = useAttempts()
  const isDefault = JSON.stringify(draft) === JSON.stringify(defaults)
  const locked = !may(setting.role)
  const title = setting.title()

  const save = () =>
    attempt(async () => {
      keep((await call('save-setting', { name, value: draft, if_version: versionOf(known) })).value)
      showToast(settingsMessages.saved())
    })

  const labelOf = (field: string) => {
    const part = schema.properties?.[field]
    return part === undefined ? undefined : definitionAt(`${name}.${field}`, part).title()
  }
  const form = { schema, value: draft, path: name, error, onChange: setDraft }
  return (
    <section class="card">
      <Form onSubmit={save}>
        <header class="head">
          <div class="grow">
            <h2>{title}</h2>
            <p class="faint small">{setting.help()}</p>
          </div>
          {!isDefault && !locked && (
            <button type="button" class="button quiet small" onClick={() => setDraft(defaults)}>
              {settingFormMessages.reset()}
            </button>
          )}
        </header>
        <fieldset class="inside" disabled={locked}>
          <legend class="out-of-sight">{title}</legend>
          <SettingFields {...form} />
        </fieldset>
        <FormError error={error} than={pathsIn(schema)} class="inside" />
        <SaveBar editing={editing} busy={busy} forget={forget} labelOf={labelOf} />
      </Form>
    </section>
  )
}
