import { useEffect, useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/form.tsx'
import { Loading } from '../../ui/loading.tsx'
import { TroubleNote, useLoaded } from '../../ui/parts.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { useLogCount } from '../../ui/use-log.ts'
import { settingsWords as say } from '../../words/settings-words.ts'
import { AlertRules } from './alert-rules.tsx'
import { type FieldSchema, type Fields, SettingFields } from './setting-fields.tsx'

type Entry = Answer<'get-settings'>['settings'][number]

/** Settings of the bot, each a card with a form drawn from its own definition. */
export function BotSettings({ names }: { names: readonly Entry['name'][] }) {
  const changed = useLogCount('setting')
  const { value, trouble, reload } = useLoaded(() => call('get-settings', {}), [changed])
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  if (value === undefined) return <Loading />
  return (
    <>
      {names.flatMap((name) => {
        const entry = value.settings.find((one) => one.name === name)
        return entry === undefined ? [] : [<SettingCard key={name} entry={entry} />]
      })}
    </>
  )
}

function SettingCard({ entry }: { entry: Entry }) {
  const [draft, setDraft] = useState<Fields>(entry.value)
  const { trouble, busy, attempt, forget } = useAttempts()
  const stored = JSON.stringify(entry.value)
  useEffect(() => setDraft(entry.value), [stored])
  const isDirty = JSON.stringify(draft) !== stored
  const isUsual = JSON.stringify(draft) === JSON.stringify(entry.usual)
  const locked = !may('editor')
  const [title = entry.name, help = ''] = say.settings[entry.name] ?? []

  const save = () =>
    attempt(async () => {
      await call('save-setting', { name: entry.name, value: draft })
      toast(say.saved)
    })

  const form = {
    schema: entry.schema as FieldSchema,
    value: draft,
    path: entry.name,
    trouble,
    onChange: setDraft,
  }
  return (
    <section class="card">
      <Form onSubmit={save}>
        <header class="head">
          <div class="grow">
            <h2>{title}</h2>
            <p class="faint small">{help}</p>
          </div>
          {!isUsual && !locked && (
            <button type="button" class="button quiet small" onClick={() => setDraft(entry.usual)}>
              {say.usual}
            </button>
          )}
        </header>
        <fieldset class="inside" disabled={locked}>
          <legend class="out-of-sight">{title}</legend>
          {entry.name === 'alerts' ? <AlertRules {...form} /> : <SettingFields {...form} />}
        </fieldset>
        {trouble !== undefined && trouble.details.length === 0 && (
          <p class="trouble inside" role="alert">
            {trouble.message}
          </p>
        )}
        <SaveBar
          isChanged={isDirty}
          busy={busy}
          onDiscard={() => {
            setDraft(entry.value)
            forget()
          }}
        />
      </Form>
    </section>
  )
}
