import { useEffect, useState } from 'preact/hooks'
import type { PlatformDefinition } from '../../../../src/platforms/contract/definition.ts'
import { platformDefinitions } from '../../../../src/platforms/contract/platforms.ts'
import { type ApiError, call, errorFor } from '../../api.ts'
import { returns } from '../../state.ts'
import { useStepParts } from '../../steps/step-parts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SuggestedText } from '../../ui/forms/suggested-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { later } from '../../ui/later.tsx'
import type { Trigger } from './draft.ts'
import { EventFilters } from './event-filters.tsx'
import { automationMessages, triggerMessages } from './messages.ts'
import { titleOf, triggerFor, triggerKinds } from './trigger-kinds.ts'

const TriggerPicker = later(async () => (await import('./trigger-picker.tsx')).TriggerPicker)

interface TriggerProps {
  readonly trigger: Trigger
  readonly error: ApiError | undefined
  /** Names of the other automations, for a chain. */
  readonly names: readonly string[]
  readonly onChange: (trigger: Trigger) => void
}

/** What starts the automation: chosen by search, then refined by its own fields. */
export function TriggerFields({ trigger, error, names, onChange }: TriggerProps) {
  const [isPicking, setIsPicking] = useState(false)
  const chosen = titleOf(trigger)
  const fault = (field: string) => errorFor(error, field)
  return (
    <div class="trigger">
      <button
        type="button"
        class={`button pick-trigger${chosen === undefined ? ' primary' : ''}`}
        aria-haspopup="dialog"
        aria-label={chosen && automationMessages.changeTrigger({ name: chosen.title })}
        onClick={() => setIsPicking(true)}
      >
        <Icon name={chosen?.icon ?? 'plus'} />
        {chosen?.title ?? automationMessages.chooseTrigger()}
        <Icon name="down" />
      </button>
      {(fault('trigger') ?? fault('trigger.event')) && (
        <p class="error small" role="alert">
          {fault('trigger') ?? fault('trigger.event')}
        </p>
      )}
      <OwnFields {...{ trigger, names, onChange, fault }} />
      {trigger.type === 'event' && trigger.event !== undefined && (
        <EventFilters
          trigger={trigger}
          error={error?.details.find(({ path }) => path.startsWith('trigger.where'))?.sentence}
          onChange={onChange}
        />
      )}
      {isPicking && (
        <TriggerPicker
          onPick={(key) => {
            setIsPicking(false)
            onChange(triggerFor(key))
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  )
}

interface OwnProps {
  readonly trigger: Trigger
  readonly names: readonly string[]
  readonly onChange: (trigger: Trigger) => void
  readonly fault: (field: string) => string | undefined
}

type InputOf = { readonly currentTarget: HTMLInputElement }
type TextField = 'at' | 'command' | 'reward' | 'name' | 'automation'
type NumberField = 'every_minutes' | 'min_chat_lines' | 'minutes_after_live' | 'reaches'

/** The fields of the chosen trigger, in one row. */
function OwnFields({ trigger, names, onChange, fault }: OwnProps) {
  const parts = useStepParts()
  const rewards = useRewardTitles(trigger.type === 'reward')
  const kind = triggerKinds.find(({ is }) => is(trigger))?.key
  const text = (field: TextField, label: string, options: { hint?: string; offers?: readonly string[] } = {}) => (
    <Field label={label} hint={options.hint} error={fault(`trigger.${field}`)}>
      {(attributes) => {
        const shared = { ...attributes, value: trigger[field] ?? '' }
        const set = (typed: string) => onChange(withText(trigger, field, typed))
        if (options.offers) return <SuggestedText {...shared} offers={options.offers} onInput={set} />
        const typed = { ...shared, autocomplete: 'off', onInput: (event: InputOf) => set(event.currentTarget.value) }
        return field === 'at' ? <input {...typed} type="time" /> : <input {...typed} type="text" />
      }}
    </Field>
  )
  const figure = (field: NumberField, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={fault(`trigger.${field}`)}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          step={field === 'reaches' ? 'any' : 1}
          value={trigger[field] ?? ''}
          onInput={(event) => onChange(withNumber(trigger, field, event.currentTarget.value))}
        />
      )}
    </Field>
  )
  if (kind === 'schedule.every') {
    return (
      <>
        <div class="figures-row">
          {figure('every_minutes', triggerMessages.minutes())}
          {figure('min_chat_lines', triggerMessages.chatLines(), triggerMessages.chatLinesHint())}
        </div>
        <label class="choice">
          <input
            type="checkbox"
            checked={trigger.each_platform === 1}
            onChange={(event) => onChange(withFlag(trigger, event.currentTarget.checked))}
          />
          <span>
            {triggerMessages.eachPlatform()} <span class="faint small">{triggerMessages.eachPlatformHelp()}</span>
          </span>
        </label>
      </>
    )
  }
  if (kind === 'value') {
    return (
      <div class="figures-row">
        {text('name', triggerMessages.valueName())}
        {figure('reaches', triggerMessages.reaches())}
      </div>
    )
  }
  if (kind === 'schedule.at') return <div class="figures-row">{text('at', triggerMessages.time())}</div>
  if (kind === 'schedule.live') {
    return <div class="figures-row">{figure('minutes_after_live', triggerMessages.minutesAfter())}</div>
  }
  if (kind === 'command') {
    const hint = triggerMessages.commandHint({ prefix: parts?.prefix ?? '' })
    return <div class="figures-row">{text('command', triggerMessages.commandWord(), { hint })}</div>
  }
  if (kind === 'reward') {
    const options = { offers: rewards, hint: triggerMessages.rewardHint() }
    return <div class="figures-row">{text('reward', triggerMessages.rewardTitle(), options)}</div>
  }
  if (kind === 'automation') {
    return <div class="figures-row">{text('automation', triggerMessages.automationName(), { offers: names })}</div>
  }
  if (kind === 'round') return <RoundKind {...{ trigger, onChange }} error={fault('trigger.kind')} />
  return null
}

const roundKinds = ['giveaway', 'poll', 'prediction', 'trivia'] as const

interface RoundProps {
  readonly trigger: Trigger
  readonly error: string | undefined
  readonly onChange: (trigger: Trigger) => void
}

function RoundKind({ trigger, error, onChange }: RoundProps) {
  return (
    <div class="figures-row">
      <Field label={triggerMessages.roundKind()} error={error}>
        {(attributes) => (
          <select
            {...attributes}
            value={trigger.kind ?? ''}
            onChange={(event) => {
              const kind = event.currentTarget.value
              onChange(kind === '' ? { type: 'round' } : { type: 'round', kind })
            }}
          >
            <option value="">{triggerMessages.anyRound()}</option>
            {roundKinds.map((kind) => (
              <option key={kind} value={kind}>
                {triggerMessages[kind]()}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

/** The platforms with channel points, as requests name them. */
const rewardPlatforms = platformDefinitions
  .filter(({ allows }) => (allows as PlatformDefinition['allows']).rewards)
  .map(({ wireName }) => wireName)

/** Titles of the rewards of all connected platforms that have them. */
function useRewardTitles(isNeeded: boolean): readonly string[] {
  const [titles, setTitles] = useState<readonly string[]>([])
  useEffect(() => {
    if (!isNeeded) return
    void Promise.all(rewardPlatforms.map((platform) => call('list-rewards', { platform }).catch(() => undefined))).then(
      (answers) => setTitles([...new Set(answers.flatMap((one) => one?.rewards.map(({ title }) => title) ?? []))]),
    )
  }, [isNeeded, returns.value])
  return titles
}

function withFlag({ each_platform: _before, ...rest }: Trigger, isSet: boolean): Trigger {
  return isSet ? { ...rest, each_platform: 1 } : rest
}

function withText(trigger: Trigger, field: TextField, value: string): Trigger {
  const { [field]: _before, ...rest } = trigger
  return value === '' && field !== 'at' ? rest : { ...rest, [field]: value }
}

function withNumber(trigger: Trigger, field: NumberField, typed: string): Trigger {
  const { [field]: _before, ...rest } = trigger
  return typed === '' || Number.isNaN(Number(typed)) ? rest : { ...rest, [field]: Number(typed) }
}
