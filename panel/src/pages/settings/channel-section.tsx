import { useEffect } from 'preact/hooks'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { schemeMessages } from '../../messages/shell.ts'
import { choose, type Scheme, scheme, schemes } from '../../shell/scheme.ts'
import { may, me } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { SuggestedText } from '../../ui/forms/suggested-text.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BackupsCard } from '../backups/backups-card.tsx'
import { BotSettings } from './bot-settings.tsx'
import { channelMessages } from './channel-messages.ts'

export function ChannelSection() {
  return (
    <>
      <TimeZone />
      <section class="card">
        <header>
          <h2>{schemeMessages.title()}</h2>
          <fieldset class="tabs">
            <legend class="out-of-sight">{schemeMessages.title()}</legend>
            {schemes.map((one: Scheme) => (
              <button key={one} type="button" aria-pressed={scheme.value === one} onClick={() => choose(one)}>
                {schemeMessages[one]()}
              </button>
            ))}
          </fieldset>
        </header>
      </section>
      <BotSettings section="channel" />
      <BackupsCard />
    </>
  )
}

function TimeZone() {
  const changes = useLogCount('channel')
  const { value: found } = useLoaded(() => call('get-me', {}), [changes])
  useEffect(() => {
    if (found !== undefined && me.value) me.value = { ...me.value, channel: found.channel }
  }, [found])
  const editing = useDraft('time-zone', { time_zone: me.value?.channel.time_zone ?? 'UTC' })
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt: attemptToSave, forget } = useAttempts()
  const save = () =>
    attemptToSave(async () => {
      const { time_zone } = await call('set-time-zone', { ...draft, if_version: versionOf(known) })
      if (me.value) me.value = { ...me.value, channel: { ...me.value.channel, time_zone } }
      keep({ time_zone })
      showToast(channelMessages.zoneSaved({ zone: time_zone }))
    })
  return (
    <section class="card">
      <Form onSubmit={save}>
        <div class="inside">
          <Field
            label={channelMessages.zone()}
            hint={channelMessages.zoneHelp()}
            error={errorFor(error, 'time_zone') ?? error?.message}
          >
            {(attributes) => (
              <SuggestedText
                {...attributes}
                offers={['UTC', ...Intl.supportedValuesOf('timeZone')]}
                value={draft.time_zone}
                disabled={!may('editor')}
                onInput={(time_zone) => setDraft({ time_zone })}
              />
            )}
          </Field>
        </div>
        <SaveBar editing={editing} busy={busy} forget={forget} labelOf={() => channelMessages.zone()} />
      </Form>
    </section>
  )
}
