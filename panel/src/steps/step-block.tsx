import { useContext, useId } from 'preact/hooks'
import type { StepDefinition, StepGroup, WrittenStep } from '../../../src/definitions/define-step.ts'
import { maxWaitSeconds } from '../../../src/definitions/waits.ts'
import { control } from '../../../src/kernel/schema/schema.ts'
import { findStep } from '../../../src/registry/steps.ts'
import { Field } from '../ui/forms/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { later } from '../ui/later.tsx'
import { Conditions } from './conditions.tsx'
import { stepMessages } from './messages.ts'
import { EditorContext, nameOf } from './step-context.ts'
import { StepControl } from './step-control.tsx'
import { StepNest } from './step-nest.tsx'
import { fieldsOf, isEmpty, type StepField, typedValue, withField } from './step-shape.ts'
import { placeHint } from './step-start.ts'
import { keyOf, type StepPath } from './step-tree.ts'

const NeedsConnection = later(async () => (await import('../picker/needs-connection.tsx')).NeedsConnection)

/** Groups whose steps are done by another program, which has to be connected. */
const doneElsewhere: ReadonlySet<StepGroup> = new Set(['obs', 'vts', 'discord'])

interface BlockProps {
  readonly step: WrittenStep
  readonly path: StepPath
  /** The number people see, and the one that is read out: `2`, `2 Then 1`. */
  readonly place: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** One step: its title and the sentence that describes it; expanded, a form generated from its definition. */
export function StepBlock({ step, path, place, isFirst, isLast }: BlockProps) {
  const editor = useContext(EditorContext)
  const id = useId()
  const type = String(step.type)
  const definition = findStep(type)
  const title = definition?.title() ?? type
  const name = nameOf(step, place)
  const faults = editor.faultsAt(path)
  const isOpen = editor.open === keyOf(step) || faults.size > 0
  const index = Number(path.at(-1))
  return (
    <div class={`block${isOpen ? ' open' : ''}`}>
      <div class="head">
        {!editor.disabled && (
          <span class="moves">
            <span class="grip" aria-hidden="true" onPointerDown={(event) => editor.drag.start(event, path)}>
              <Icon name="grip" />
            </span>
            <MoveButton way="up" name={name} disabled={isFirst} onClick={() => editor.move(path, -1, 'up')} />
            <MoveButton way="down" name={name} disabled={isLast} onClick={() => editor.move(path, 1, 'down')} />
          </span>
        )}
        <button
          type="button"
          class="fold"
          data-part="fold"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={editor.keysId}
          onClick={() => editor.setOpen(isOpen ? undefined : keyOf(step))}
          onKeyDown={(event) => editor.onKey(event, path)}
        >
          <span class="place figure">{index + 1}</span>
          {definition !== undefined && <Icon name={definition.icon} />}
          <b>{title}</b>
          <span class="faint small cut">{definition?.sentence(step)}</span>
        </button>
        {!editor.disabled && (
          <>
            <IconButton icon="copy" label={stepMessages.duplicate({ name })} onClick={() => editor.duplicate(path)} />
            <IconButton icon="trash" label={stepMessages.remove({ name })} onClick={() => editor.remove(path)} />
          </>
        )}
      </div>
      {isOpen && <StepForm id={id} step={step} path={path} faults={faults} />}
      <StepNest step={step} path={path} place={place} />
    </div>
  )
}

interface MoveProps {
  readonly way: 'up' | 'down'
  readonly name: string
  readonly disabled: boolean
  readonly onClick: () => void
}

function MoveButton({ way, name, disabled, onClick }: MoveProps) {
  const label = way === 'up' ? stepMessages.moveUp({ name }) : stepMessages.moveDown({ name })
  return (
    <button
      type="button"
      class="button quiet icon small"
      data-part={way}
      disabled={disabled}
      aria-label={label}
      onClick={onClick}
    >
      <Icon name={way} />
    </button>
  )
}

interface FormProps {
  readonly id: string
  readonly step: WrittenStep
  readonly path: StepPath
  readonly faults: ReadonlyMap<string, string>
}

function StepForm({ id, step, path, faults }: FormProps) {
  const { change, parts, start } = useContext(EditorContext)
  const definition: StepDefinition | undefined = findStep(String(step.type))
  const set = (field: string, value: unknown) => change(path, (before) => withField(before, field, value), field)
  const hasMore = step.delay !== undefined || step.condition !== undefined || step.on_error !== undefined
  // Of a step that branches, the condition is the main thing.
  const isBranching = definition?.branches === true
  const conditions = (
    <Conditions
      condition={step.condition}
      error={faults.get('condition')}
      onChange={(condition) => set('condition', condition)}
    />
  )
  return (
    <div class="body" id={id}>
      <p class="faint small">
        {definition?.help()} {definition?.repliesInChat === true && placeHint(start)}
      </p>
      {definition !== undefined && doneElsewhere.has(definition.group) && <NeedsConnection type={definition.type} />}
      {isBranching && conditions}
      <div class="fields">
        {fieldsOf(definition, step).map((field) => (
          <Field
            key={field.name}
            label={field.title}
            hint={field.schema[control] === 'platform' && isEmpty(step[field.name]) ? placeHint(start) : undefined}
            error={faultOf(field, step, faults)}
          >
            {(attributes) => (
              <StepControl
                {...{ attributes, field, parts, start }}
                value={step[field.name]}
                onChange={(value) => set(field.name, value)}
              />
            )}
          </Field>
        ))}
      </div>
      <details open={!isBranching && (hasMore || faults.has('delay') || faults.has('condition'))}>
        <summary class="soft small">{stepMessages.more()}</summary>
        <div class="stack more">
          <Field label={stepMessages.delay()} hint={stepMessages.delayHint()} error={faults.get('delay')}>
            {(attributes) => (
              <input
                {...attributes}
                type="number"
                min={0}
                max={maxWaitSeconds}
                step={0.5}
                value={typeof step.delay === 'number' ? step.delay : ''}
                onInput={(event) => set('delay', typedValue('number', event.currentTarget.value))}
              />
            )}
          </Field>
          {!isBranching && conditions}
          <label class="choice">
            <input
              type="checkbox"
              checked={step.on_error === 'stop'}
              onChange={(event) => set('on_error', event.currentTarget.checked ? 'stop' : undefined)}
            />
            <span>{stepMessages.stopOnError()}</span>
          </label>
        </div>
      </details>
    </div>
  )
}

/** The server names what is missing by the name of its parameter; people see an empty field. */
function faultOf(
  { name, isRequired }: StepField,
  step: WrittenStep,
  faults: ReadonlyMap<string, string>,
): string | undefined {
  const fault = faults.get(name)
  return fault !== undefined && isRequired && isEmpty(step[name]) ? stepMessages.missing() : fault
}
