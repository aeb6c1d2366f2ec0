import { call } from '../../api.ts'
import { clock, listed } from '../../format.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { Light } from '../../ui/light.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { AiBotState, AiSettings } from './ai-state.ts'
import { aiMessages } from './messages.ts'
import { Usage } from './usage.tsx'

const muteMinutes = 10

interface StatusProps {
  readonly bot: AiBotState
  readonly settings: AiSettings
  readonly onChanged: () => Promise<void>
}

/** Whether it speaks, with which model, and what that has cost. */
export function StatusCard({ bot, settings, onChanged }: StatusProps) {
  const { muted_until: mutedUntil, names, providers } = bot
  const [first] = providers
  const act = (action: () => Promise<unknown>) =>
    void attempt(async () => {
      await action()
      await onChanged()
    })
  const mute = (minutes: number) =>
    act(async () => {
      await call('mute-ai', { minutes })
      showToast(minutes === 0 ? aiMessages.unmutedToast() : aiMessages.mutedToast())
    })
  return (
    <section class="card status" aria-label={aiMessages.status()}>
      <header class="head">
        <div class="grow">
          <h2>
            {mutedUntil !== null ? (
              <Light state="standby" word={aiMessages.muted({ time: clock(mutedUntil) })} />
            ) : settings.enabled ? (
              <Light state="go" word={aiMessages.on()} />
            ) : (
              <Light state="off" word={aiMessages.off()} />
            )}
          </h2>
          <p class="faint small">
            {first === undefined
              ? aiMessages.noModel()
              : aiMessages.firstModel({ provider: first.name, model: first.model })}
          </p>
          {names.length > 0 && <p class="faint small">{aiMessages.listensTo({ names: listed(names) })}</p>}
        </div>
        {may('moderator') &&
          (mutedUntil === null ? (
            <button type="button" class="button" onClick={() => mute(muteMinutes)}>
              {aiMessages.mute({ minutes: muteMinutes })}
            </button>
          ) : (
            <button type="button" class="button" onClick={() => mute(0)}>
              {aiMessages.unmute()}
            </button>
          ))}
      </header>
      <div class="inside">
        <Switch
          label={aiMessages.answersInChat()}
          checked={settings.enabled}
          disabled={!may('editor')}
          onChange={(enabled) => act(() => call('save-ai-settings', { settings: { enabled } }))}
        />
        <Usage bot={bot} />
      </div>
    </section>
  )
}
