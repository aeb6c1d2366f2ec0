import { useState } from 'preact/hooks'
import {
  defaultVoiceSeconds,
  type VoiceTarget,
  voiceTargets,
} from '../../../../src/capabilities/voice/contract/voice.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { connections, may, now } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ServiceSetup } from '../service-setups/service-setup.tsx'
import { voiceMessages } from './messages.ts'
import { MicrophoneCard } from './microphone-card.tsx'

type VoiceAnswer = Answer<'get-voice'>

const targetTitles: Readonly<Record<VoiceTarget, () => string>> = {
  speech: voiceMessages.speech,
  microphone: voiceMessages.microphone,
}

/** What changes a voice: the effects that are on, the filters of OBS, and Voicemod. */
export function VoiceSection() {
  const changed = useLogCount('voice-effect', 'setting', 'service-setup', 'obs')
  const live = connections.value.find(({ id }) => id === 'voicemod')
  const known = live === undefined ? '' : `${live.state} ${live.message}`
  const { value, error, reload } = useLoaded(() => call('get-voice', {}), [changed, known])
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const { microphone, obs_connected: isObsConnected, voicemod } = value
  return (
    <>
      <EffectsCard voice={value} onChanged={reload} />
      <MicrophoneCard stored={microphone} isObsConnected={isObsConnected} onChanged={reload} />
      <section class="card" aria-label={voiceMessages.voicemod()}>
        <header>
          <h2 class="grow">{voiceMessages.voicemod()}</h2>
          <ConnectionLight connection={voicemod} />
        </header>
        <p class="inside soft">{voicemod.message === '' ? voiceMessages.voicemodHelp() : voicemod.message}</p>
        <div class="card-more">
          <ServiceSetup service="voicemod" isConfigured={voicemod.state !== 'off'} onChanged={reload} />
        </div>
      </section>
    </>
  )
}

interface EffectsProps {
  readonly voice: VoiceAnswer
  readonly onChanged: () => Promise<void>
}

/** What is on now, and a form to try an effect. */
function EffectsCard({ voice, onChanged }: EffectsProps) {
  const { error, busy, attempt } = useAttempts()
  const stop = (target: VoiceTarget) =>
    attempt(async () => {
      await call('stop-voice-effect', { target })
      await onChanged()
    })
  return (
    <section class="card" aria-label={voiceMessages.now()}>
      <header>
        <h2>{voiceMessages.now()}</h2>
      </header>
      <ul class="people">
        {voiceTargets.map((target) => {
          const active = voice.active.filter((one) => one.target === target)
          const title = targetTitles[target]()
          return (
            <li key={target}>
              <div class="grow">
                <b>{title}</b>
                <div role="status">
                  {active.length === 0 && <Light state="off" word={voiceMessages.none()} />}
                  {active.map((one) => (
                    <div key={one.source}>
                      <ActiveLight effect={one} />
                    </div>
                  ))}
                </div>
              </div>
              {active.some(({ ending }) => !ending) && may('moderator') && (
                <button
                  type="button"
                  class="button small"
                  disabled={busy}
                  aria-label={voiceMessages.stopOf({ target: title })}
                  onClick={() => void stop(target)}
                >
                  {voiceMessages.stop()}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <FormError error={error} than={[]} class="inside" />
      {may('moderator') && <TryEffect effects={voice.effects} onChanged={onChanged} />}
    </section>
  )
}

function ActiveLight({ effect: { name, source, ends_at: endsAt, ending } }: { effect: VoiceAnswer['active'][number] }) {
  const seconds = Math.ceil((endsAt - now.value) / 1000)
  if (!ending && seconds > 0) return <Light state="go" word={voiceMessages.remaining({ name, seconds })} glow />
  if (source !== 'obs' && source !== 'voicemod')
    return <Light state="standby" word={voiceMessages.endingSoon({ name })} />
  const program = source === 'obs' ? voiceMessages.obs() : voiceMessages.voicemod()
  const word = ending ? voiceMessages.ending({ name, program }) : voiceMessages.endingSoon({ name })
  return <Light state="standby" word={word} />
}

function TryEffect({ effects, onChanged }: { effects: VoiceAnswer['effects']; onChanged: () => Promise<void> }) {
  const [target, setTarget] = useState<VoiceTarget>('speech')
  const [chosen, setChosen] = useState('')
  const [seconds, setSeconds] = useState(String(defaultVoiceSeconds))
  const { error, busy, attempt } = useAttempts()
  const offered = effects.filter((effect) => effect.target === target)
  const effect = offered.find(({ id }) => id === chosen)?.id ?? offered[0]?.id ?? ''
  const start = () =>
    attempt(async () => {
      await call('voice-effect', { target, effect, seconds: Number(seconds) })
      showToast(voiceMessages.started())
      await onChanged()
    })
  return (
    <Form class="part stack tight" label={voiceMessages.start()} onSubmit={start}>
      <div class="setting">
        <Field label={voiceMessages.target()}>
          {(attributes) => (
            <select
              {...attributes}
              value={target}
              onChange={(event) => setTarget(event.currentTarget.value as VoiceTarget)}
            >
              {voiceTargets.map((one) => (
                <option key={one} value={one}>
                  {targetTitles[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={voiceMessages.effect()}
          hint={offered.length === 0 ? voiceMessages.noEffects() : undefined}
          error={errorFor(error, 'effect')}
        >
          {(attributes) => (
            <select {...attributes} value={effect} onChange={(event) => setChosen(event.currentTarget.value)}>
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={voiceMessages.seconds()} error={errorFor(error, 'seconds')}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              inputMode="numeric"
              autocomplete="off"
              value={seconds}
              onInput={(event) => setSeconds(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <FormError error={error} than={['effect', 'seconds']} />
      <div>
        <button type="submit" class="button" disabled={busy || effect === ''}>
          <Icon name="volume" />
          {voiceMessages.start()}
        </button>
      </div>
    </Form>
  )
}
