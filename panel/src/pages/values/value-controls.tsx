import { useState } from 'preact/hooks'
import { clockText } from '../../../../src/capabilities/values/contract/clock-text.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { number } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { may, now } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { ChangedMeanwhile } from '../../ui/forms/changed-meanwhile.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Icon } from '../../ui/icon.tsx'
import { Light } from '../../ui/light.tsx'
import { ListEditor } from './list-editor.tsx'
import { valueMessages } from './messages.ts'
import { type Holder, holderInput, parseTime, secondsOf, type ValueContent, valuePlace } from './value-entry.ts'

interface ControlsProps {
  readonly content: ValueContent
  readonly readAt: number
  readonly holder: Holder | undefined
  readonly onChanged: () => Promise<void>
}

/** The value, large, with what changes it. Viewers of the panel only see it. */
export function ValueControls(props: ControlsProps) {
  switch (props.content.type) {
    case 'number':
      return <NumberControls {...props} />
    case 'text':
      return <TextControls {...props} />
    case 'list':
      return <ListEditor {...props} />
    case 'clock':
      return <ClockControls {...props} />
  }
}

function NumberControls({ content, holder, onChanged }: ControlsProps) {
  const { name } = content
  const [typed, setTyped] = useState('')
  const { error, busy, attempt } = useAttempts()
  const who = holderInput(holder)
  const mayChange = may('moderator')
  const run = (action: () => Promise<unknown>) =>
    attempt(async () => {
      await action()
      await onChanged()
    })
  const add = (amount: number) => run(() => call('add-to-value', { name, amount, ...who }))
  const amount = Number(typed)
  const isNumber = typed.trim() !== '' && Number.isFinite(amount)
  return (
    <div class="inside stack">
      <div class="counter">
        {mayChange && (
          <button
            type="button"
            class="button"
            aria-label={valueMessages.subtract({ name })}
            onClick={() => void add(-1)}
          >
            −
          </button>
        )}
        <output class="figure">{number(Number(content.value))}</output>
        {mayChange && (
          <button type="button" class="button" aria-label={valueMessages.add({ name })} onClick={() => void add(1)}>
            +
          </button>
        )}
      </div>
      {mayChange && (
        <Form class="stack tight" onSubmit={() => run(() => call('set-value', { name, value: amount, ...who }))}>
          <Field
            label={valueMessages.amount()}
            error={errorFor(error, 'value') ?? errorFor(error, 'amount') ?? undefined}
          >
            {(attributes) => (
              <div class="row">
                <input
                  {...attributes}
                  type="text"
                  inputMode="decimal"
                  autocomplete="off"
                  value={typed}
                  onInput={(event) => setTyped(event.currentTarget.value)}
                />
                <button type="submit" class="button" disabled={!isNumber || busy}>
                  {valueMessages.setTo()}
                </button>
                <button type="button" class="button" disabled={!isNumber || busy} onClick={() => void add(amount)}>
                  {valueMessages.addAmount()}
                </button>
              </div>
            )}
          </Field>
          <FormError error={error} than={['value', 'amount']} class="small" />
        </Form>
      )}
    </div>
  )
}

function TextControls({ content, holder, onChanged }: ControlsProps) {
  const { name } = content
  const editing = useDraft(valuePlace(name, holder), { value: String(content.value) })
  const { draft, known, setDraft, keep, isChanged, meanwhile, decide } = editing
  const { error, busy, attempt } = useAttempts()
  const text = draft.value
  if (!may('moderator')) return <p class="inside words">{text === '' ? valueMessages.emptyText() : text}</p>
  const save = () =>
    attempt(async () => {
      const change = text.trim() === '' ? ({ action: 'reset' } as const) : { value: text }
      const saved = await call('set-value', {
        name,
        ...change,
        if_version: versionOf(known.value),
        ...holderInput(holder),
      })
      keep({ value: String(saved.value) })
      await onChanged()
    })
  return (
    <Form class="inside stack tight" onSubmit={save}>
      <Field label={valueMessages.text()} error={errorFor(error, 'value')}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            maxLength={500}
            value={text}
            onInput={(event) => setDraft({ value: event.currentTarget.value })}
          />
        )}
      </Field>
      <FormError error={error} than={['value']} class="small" />
      {!busy && <ChangedMeanwhile meanwhile={meanwhile} decide={decide} labelOf={() => valueMessages.text()} />}
      <div class="row">
        <button type="submit" class="button" disabled={busy || !isChanged}>
          {commonMessages.save()}
        </button>
      </div>
    </Form>
  )
}

/** Steps of a clock, in minutes. */
const minuteSteps = [-1, 1, 5, 30]

function ClockControls({ content, readAt, holder, onChanged }: ControlsProps) {
  const { name, running, direction } = content
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { error, busy, attempt } = useAttempts()
  const who = holderInput(holder)
  const seconds = secondsOf(content, readAt, now.value)
  const isEnded = direction === 'down' && seconds === 0
  const isRunning = running === 1 && !isEnded
  const mayChange = may('moderator')
  const run = (action: () => Promise<unknown>) =>
    attempt(async () => {
      await action()
      await onChanged()
    })
  const act = (action: 'start' | 'pause' | 'reset') => run(() => call('set-value', { name, action, ...who }))
  const set = async () => {
    const value = parseTime(typed)
    setIsWrong(value === undefined)
    if (value === undefined) return
    await run(() => call('set-value', { name, value, ...who }))
    setTyped((now) => (now === typed ? '' : now))
  }
  return (
    <div class="inside stack">
      <div class="counter clock">
        <output class="mono" role="timer">
          {clockText(seconds)}
        </output>
        <Light
          state={isRunning ? 'go' : isEnded ? 'stop' : 'standby'}
          word={isRunning ? valueMessages.running() : isEnded ? valueMessages.atEnd() : valueMessages.paused()}
        />
      </div>
      {mayChange && (
        <>
          <div class="row wrap centre">
            <button
              type="button"
              class="button primary"
              disabled={busy || (isEnded && !isRunning)}
              onClick={() => void act(isRunning ? 'pause' : 'start')}
            >
              <Icon name={isRunning ? 'pause' : 'play'} />
              {isRunning ? valueMessages.pause() : valueMessages.start()}
            </button>
            <button type="button" class="button" disabled={busy} onClick={() => void act('reset')}>
              <Icon name="replay" />
              {valueMessages.reset()}
            </button>
          </div>
          <div class="row wrap centre">
            {minuteSteps.map((minutes) => (
              <button
                key={minutes}
                type="button"
                class="button small"
                disabled={busy}
                aria-label={
                  minutes < 0
                    ? valueMessages.lessMinutes({ minutes: -minutes, name })
                    : valueMessages.moreMinutes({ minutes, name })
                }
                onClick={() => void run(() => call('add-to-value', { name, amount: minutes * 60, ...who }))}
              >
                {minutes < 0 ? '−' : '+'}
                {valueMessages.addMinutes({ minutes: Math.abs(minutes) })}
              </button>
            ))}
          </div>
          <Form class="stack tight" onSubmit={set}>
            <Field
              label={valueMessages.time()}
              hint={valueMessages.timeHint()}
              error={isWrong ? valueMessages.wrongTime() : errorFor(error, 'value')}
            >
              {(attributes) => (
                <div class="row">
                  <input
                    {...attributes}
                    type="text"
                    autocomplete="off"
                    value={typed}
                    placeholder="1:30:00"
                    onInput={(event) => {
                      setTyped(event.currentTarget.value)
                      setIsWrong(false)
                    }}
                  />
                  <button type="submit" class="button" disabled={typed.trim() === '' || busy}>
                    {valueMessages.setTo()}
                  </button>
                </div>
              )}
            </Field>
            <FormError error={error} than={['value']} class="small" />
          </Form>
        </>
      )}
    </div>
  )
}
