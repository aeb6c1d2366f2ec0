import { useState } from 'preact/hooks'
import { call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { channelMessages } from '../../messages/settings-channel.ts'
import { schemeMessages } from '../../messages/shell.ts'
import { choose, type Scheme, scheme, schemes } from '../../shell/scheme.ts'
import { may, me } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BackupsCard } from './backups-card.tsx'
import { BotSettings } from './bot-settings.tsx'

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
  const now = me.value?.channel.time_zone ?? 'UTC'
  const [zone, setZone] = useState(now)
  const { error, attempt: attemptToSave } = useAttempts()
  const save = () =>
    attemptToSave(async () => {
      const { time_zone } = await call('set-time-zone', { time_zone: zone })
      if (me.value) me.value = { ...me.value, channel: { ...me.value.channel, time_zone } }
      setZone(time_zone)
      showToast(channelMessages.zoneSaved({ zone: time_zone }))
    })
  return (
    <section class="card">
      <Form onSubmit={save}>
        <div class="inside row end">
          <div class="grow">
            <Field
              label={channelMessages.zone()}
              hint={channelMessages.zoneHelp()}
              error={errorFor(error, 'time_zone') ?? error?.message}
            >
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  list="zones"
                  value={zone}
                  disabled={!may('editor')}
                  autocomplete="off"
                  spellcheck={false}
                  onInput={(event) => setZone(event.currentTarget.value)}
                />
              )}
            </Field>
            <datalist id="zones">
              {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
          {zone !== now && (
            <button type="submit" class="button primary">
              {commonMessages.save()}
            </button>
          )}
        </div>
      </Form>
    </section>
  )
}
