import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { readCueStart, type WrittenCue } from '../../../../src/capabilities/shows/contract/shows.ts'
import type { ApiError } from '../../api.ts'
import { StepEditor } from '../../steps/step-editor.tsx'
import { plainScope } from '../../steps/variable-scope.ts'
import { Field } from '../../ui/forms/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { startText } from './draft.ts'
import { showMessages } from './messages.ts'

interface BlockProps {
  readonly cue: WrittenCue
  readonly index: number
  readonly moves: ComponentChildren
  readonly isOpen: boolean
  readonly error: ApiError | undefined
  readonly disabled: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (cue: WrittenCue) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One cue: its number, its name and how it starts; expanded, everything about it. */
export function CueBlock(props: BlockProps) {
  const { cue, index, moves, error, disabled, onOpen, onChange, onDuplicate, onRemove } = props
  const id = useId()
  const path = `cues[${index}].`
  const fault = (field: string) =>
    error?.details.find((detail) => detail.path === path + field || detail.path.startsWith(`${path}${field}.`))?.message
  const isOpen = props.isOpen || error?.details.some((detail) => detail.path.startsWith(path)) === true
  const change = (part: Partial<WrittenCue>) => onChange({ ...cue, ...part })
  return (
    <div class={`block cue${isOpen ? ' open' : ''}`}>
      <div class="head">
        {moves}
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!props.isOpen)}
        >
          <span class="cue-number mono">{cue.number}</span>
          <b class="cut">{cue.name || showMessages.unnamed()}</b>
          <span class="faint small cut">{startText(cue)}</span>
          {cue.steps.length > 0 && <span class="tag">{showMessages.stepCount({ count: cue.steps.length })}</span>}
        </button>
        {!disabled && (
          <>
            <IconButton icon="copy" label={showMessages.duplicateCue({ number: cue.number })} onClick={onDuplicate} />
            <IconButton icon="trash" label={showMessages.removeCue({ number: cue.number })} onClick={onRemove} />
          </>
        )}
      </div>
      {isOpen && (
        <div class="body" id={id}>
          <div class="fields cue-fields">
            <Field label={showMessages.number()} error={fault('number')}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  class="mono"
                  maxLength={10}
                  autocomplete="off"
                  value={cue.number}
                  onInput={(event) => change({ number: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={showMessages.cueName()} error={fault('name')}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="text"
                  maxLength={100}
                  autocomplete="off"
                  value={cue.name}
                  onInput={(event) => change({ name: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          <Field label={showMessages.notes()} error={fault('notes')}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={2}
                maxLength={2000}
                value={cue.notes}
                onInput={(event) => change({ notes: event.currentTarget.value })}
              />
            )}
          </Field>
          <div class="fields">
            <StartFields cue={cue} change={change} error={fault('start')} />
          </div>
          <div class="fields">
            <SecondsField
              label={showMessages.preWait()}
              hint={showMessages.preWaitHint()}
              value={cue.pre_wait}
              error={fault('pre_wait')}
              onChange={(value) => change({ pre_wait: value ?? 0 })}
            />
            <SecondsField
              label={showMessages.postWait()}
              hint={showMessages.postWaitHint()}
              value={cue.post_wait}
              error={fault('post_wait')}
              onChange={(value) => change({ post_wait: value ?? 0 })}
            />
            <SecondsField
              label={showMessages.planned()}
              hint={showMessages.plannedHint()}
              value={cue.planned_seconds === undefined ? undefined : cue.planned_seconds / 60}
              error={fault('planned_seconds')}
              onChange={(minutes) => {
                const { planned_seconds: _, ...rest } = cue
                onChange(minutes === undefined ? rest : { ...rest, planned_seconds: Math.round(minutes * 60) })
              }}
            />
          </div>
          <StepEditor
            steps={cue.steps}
            onChange={(steps) => change({ steps: [...steps] })}
            error={error}
            at={`${path}steps`}
            disabled={disabled}
            help={showMessages.stepsHelp()}
            none={showMessages.noSteps()}
            scope={plainScope}
            start="none"
          />
        </div>
      )}
    </div>
  )
}

interface StartProps {
  readonly cue: WrittenCue
  readonly error: string | undefined
  readonly change: (part: Partial<WrittenCue>) => void
}

/** How the cue starts, and the seconds or the time of day that belong to it. */
function StartFields({ cue, change, error }: StartProps) {
  const start = typeof cue.start === 'object' ? cue.start : 'go'
  const kind = start === 'go' ? 'go' : start.at === undefined ? 'after' : 'at'
  const choose = { go: 'go' as const, after: { after: 5 }, at: { at: '20:00' } }
  return (
    <>
      <Field label={showMessages.start()} error={readCueStart(cue.start) === undefined ? undefined : error}>
        {(attributes) => (
          <select
            {...attributes}
            value={kind}
            onChange={(event) => change({ start: choose[event.currentTarget.value as keyof typeof choose] })}
          >
            <option value="go">{showMessages.startGo()}</option>
            <option value="after">{showMessages.startAfter()}</option>
            <option value="at">{showMessages.startAt()}</option>
          </select>
        )}
      </Field>
      {kind === 'after' && (
        <SecondsField
          label={showMessages.afterSeconds()}
          value={start === 'go' ? 0 : start.after}
          error={error}
          onChange={(after) => change({ start: { after: after ?? 0 } })}
        />
      )}
      {kind === 'at' && (
        <Field label={showMessages.atTime()} error={error}>
          {(attributes) => (
            <input
              {...attributes}
              type="time"
              value={start === 'go' ? '' : start.at}
              onInput={(event) => change({ start: { at: event.currentTarget.value } })}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface SecondsProps {
  readonly label: string
  readonly hint?: string
  readonly value: number | undefined
  readonly error: string | undefined
  readonly onChange: (value: number | undefined) => void
}

function SecondsField({ label, hint, value, error, onChange }: SecondsProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          value={value ?? ''}
          onInput={(event) => {
            const { value: typed } = event.currentTarget
            onChange(typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed))
          }}
        />
      )}
    </Field>
  )
}
