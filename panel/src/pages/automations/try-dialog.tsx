import { useEffect, useState } from 'preact/hooks'
import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import { type Answer, ApiError, call } from '../../api.ts'
import { clockOrDay } from '../../format.ts'
import { StepOutcomes } from '../../runs/step-outcomes.tsx'
import { type LogEvent, may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Light } from '../../ui/light.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Trigger } from './draft.ts'
import { tryMessages } from './messages.ts'
import { pastEvents, sampleData } from './sample.ts'

interface TryProps {
  readonly id: number
  readonly name: string
  readonly trigger: Trigger
  readonly isChanged: boolean
  readonly onClose: () => void
}

/** A dry run with a sample or a past event, or a real run. */
export function TryDialog({ id, name, trigger, isChanged, onClose }: TryProps) {
  const [past, setPast] = useState<readonly LogEvent[]>([])
  const [seq, setSeq] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<Answer<'dry-run-automation'>>()
  const [error, setError] = useState<ApiError>()
  useEffect(() => {
    void pastEvents(trigger).then((events) => {
      setPast(events)
      setSeq(events[0]?.seq)
    })
  }, [])
  const chosen = past.find((event) => event.seq === seq)

  async function dryRun(): Promise<void> {
    setBusy(true)
    try {
      const event = chosen === undefined ? { data: sampleData(trigger) } : { event_seq: chosen.seq }
      setShown(await call('dry-run-automation', { id, ...event }))
      setError(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
      setShown(undefined)
    }
    setBusy(false)
  }
  const runNow = () =>
    attempt(async () => {
      await call('run-automation', { id, data: chosen?.data ?? sampleData(trigger) })
      showToast(tryMessages.started({ name }))
      onClose()
    })

  return (
    <Dialog
      title={tryMessages.title({ name })}
      onClose={onClose}
      onSubmit={() => void dryRun()}
      submit={tryMessages.dryRun()}
      busy={busy}
      wide
    >
      <p class="soft">{tryMessages.help()}</p>
      {isChanged && <p class="soft">{tryMessages.unsaved()}</p>}
      <Field label={tryMessages.event()}>
        {(attributes) => (
          <select
            {...attributes}
            value={seq === undefined ? '' : String(seq)}
            onChange={(event) =>
              setSeq(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))
            }
          >
            <option value="">{tryMessages.sample()}</option>
            {past.length > 0 && (
              <optgroup label={tryMessages.past()}>
                {past.map((event) => (
                  <option key={event.seq} value={String(event.seq)}>
                    {`${eventRegistry.sentenceOf(event)} · ${clockOrDay(event.at, Date.now())}`}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        )}
      </Field>
      <div aria-live="polite" class="stack tight">
        {error !== undefined && <p class="error">{error.message}</p>}
        {shown !== undefined && <Outcome shown={shown} />}
      </div>
      {may('moderator') && (
        <div class="row wrap">
          <button type="button" class="button" onClick={() => void runNow()}>
            {tryMessages.runNow()}
          </button>
          <span class="faint small">{tryMessages.runHelp()}</span>
        </div>
      )}
    </Dialog>
  )
}

function Outcome({ shown }: { shown: Answer<'dry-run-automation'> }) {
  return (
    <>
      {shown.matches === 1 ? (
        <Light state="go" word={tryMessages.matches()} />
      ) : (
        <Light state="off" word={tryMessages.matchesNot()} />
      )}
      {shown.conditions_met !== 1 && <Light state="off" word={tryMessages.conditionsNot()} />}
      <h3>{tryMessages.steps()}</h3>
      <StepOutcomes steps={shown.steps} isDry />
    </>
  )
}
