import { useEffect, useRef, useState } from 'preact/hooks'
import { stepGroups, type WrittenStep } from '../../../../src/contract/steps/define-step.ts'
import { findStep, groupSteps, steps as stepDefinitions } from '../../../../src/contract/steps.ts'
import { commandMessages } from '../../messages/commands.ts'
import { Sortable } from '../../ui/sortable.tsx'
import { type Draft, type Parts, stepsIn } from './draft.ts'
import type { SectionProps } from './section-props.ts'
import { StepBlock } from './step-block.tsx'

interface Kept {
  readonly key: number
  readonly step: WrittenStep
}

let lastKey = 0
const keep = (step: WrittenStep): Kept => ({ key: ++lastKey, step })

interface StepsProps extends Pick<SectionProps, 'error' | 'disabled'> {
  readonly draft: Pick<Draft, 'actions'>
  readonly change: (part: Pick<Draft, 'actions'>) => void
  readonly parts: Parts
  readonly words: readonly string[]
  /** What is said about the steps, and where there are none. */
  readonly texts?: { readonly help: string; readonly none: string }
}

/** The steps as sortable blocks, or as the stored JSON. */
export function Steps({ draft, change, error, disabled, parts, words, texts }: StepsProps) {
  const { help, none } = texts ?? { help: commandMessages.stepsHelp(), none: commandMessages.noSteps() }
  const [isRaw, setIsRaw] = useState(false)
  const [kept, setKept] = useState<readonly Kept[]>(() => stepsIn(draft).map(keep))
  const [open, setOpen] = useState<number>()
  const lastSent = useRef<unknown>(draft.actions.steps)
  // A change from elsewhere (discard, another tab, the JSON view) rebuilds the blocks.
  useEffect(() => {
    if (lastSent.current === draft.actions.steps) return
    lastSent.current = draft.actions.steps
    setKept(stepsIn(draft).map(keep))
  }, [draft.actions.steps])

  function set(next: readonly Kept[]): void {
    setKept(next)
    const steps = next.map(({ step }) => step)
    lastSent.current = steps
    change({ actions: { ...draft.actions, version: 1, steps } })
  }
  function addStep(type: string): void {
    const added = keep(findStep(type)?.example ?? { type })
    setOpen(added.key)
    set([...kept, added])
  }
  const nameOf = ({ step }: Kept) => findStep(String(step.type))?.title() ?? String(step.type)

  return (
    <section class="part steps">
      <div class="row wrap">
        <div class="grow">
          <h3>{commandMessages.stepsTitle()}</h3>
          <p class="faint small">{help}</p>
        </div>
        <fieldset class="tabs" aria-label={commandMessages.stepsTitle()}>
          <button type="button" aria-pressed={!isRaw} onClick={() => setIsRaw(false)}>
            {commandMessages.blocks()}
          </button>
          <button type="button" aria-pressed={isRaw} onClick={() => setIsRaw(true)}>
            {commandMessages.json()}
          </button>
        </fieldset>
      </div>
      {isRaw ? (
        <RawSteps actions={draft.actions} onChange={(actions) => change({ actions })} />
      ) : (
        <>
          {kept.length === 0 && <p class="soft">{none}</p>}
          <Sortable
            class="blocks"
            items={kept}
            keyOf={({ key }) => key}
            nameOf={(item, index) => commandMessages.step({ number: index + 1, name: nameOf(item) })}
            onOrder={set}
            disabled={disabled}
          >
            {(item, index, moves) => (
              <StepBlock
                step={item.step}
                index={index}
                moves={moves}
                isOpen={open === item.key}
                parts={parts}
                words={words}
                error={error}
                onOpen={(isOpen) => setOpen(isOpen ? item.key : undefined)}
                onChange={(step) => set(kept.map((one) => (one.key === item.key ? { ...one, step } : one)))}
                onRemove={() => set(kept.filter(({ key }) => key !== item.key))}
              />
            )}
          </Sortable>
          {!disabled && (
            <select
              class="add-step"
              aria-label={commandMessages.addStep()}
              value=""
              onChange={(event) => {
                if (event.currentTarget.value !== '') addStep(event.currentTarget.value)
                event.currentTarget.value = ''
              }}
            >
              <option value="">{commandMessages.addStep()}</option>
              {[...groupSteps(stepDefinitions)].map(([group, members]) => (
                <optgroup key={group} label={stepGroups[group]()}>
                  {members.map(({ type, title }) => (
                    <option key={type} value={type}>
                      {title()}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </>
      )}
    </section>
  )
}

interface RawProps {
  readonly actions: WrittenStep
  readonly onChange: (actions: WrittenStep) => void
}

function RawSteps({ actions, onChange }: RawProps) {
  const [typed, setTyped] = useState(JSON.stringify(actions, null, 2))
  const [isWrong, setIsWrong] = useState(false)
  return (
    <>
      <textarea
        class="mono raw"
        rows={14}
        aria-label={commandMessages.jsonLabel()}
        aria-invalid={isWrong || undefined}
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          try {
            const value: unknown = JSON.parse(text)
            if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError()
            setIsWrong(false)
            onChange(value as WrittenStep)
          } catch {
            setIsWrong(true)
          }
        }}
      />
      {isWrong && (
        <p class="error small" role="alert">
          {commandMessages.invalidJson()}
        </p>
      )}
    </>
  )
}
