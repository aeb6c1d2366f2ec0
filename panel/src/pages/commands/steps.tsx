import { useEffect, useRef, useState } from 'preact/hooks'
import { stepGroups, type WrittenStep } from '../../../../src/contract/steps/define-step.ts'
import { findStep, groupSteps, steps as stepDefinitions } from '../../../../src/contract/steps.ts'
import { Sortable } from '../../ui/sortable.tsx'
import { commandWords } from '../../words/command-words.ts'
import { type Parts, stepsIn } from './draft.ts'
import type { SectionProps } from './reply-field.tsx'
import { StepBlock } from './step-block.tsx'

interface Kept {
  readonly key: number
  readonly step: WrittenStep
}

let lastKey = 0
const keep = (step: WrittenStep): Kept => ({ key: ++lastKey, step })

/** The steps as blocks that can be ordered, or as the JSON they are kept in. */
export function Steps({
  draft,
  change,
  trouble,
  disabled,
  parts,
  words,
}: SectionProps & { parts: Parts; words: readonly string[] }) {
  const [isRaw, setIsRaw] = useState(false)
  const [kept, setKept] = useState<readonly Kept[]>(() => stepsIn(draft).map(keep))
  const [open, setOpen] = useState<number>()
  const told = useRef<unknown>(draft.actions.steps)
  // Whatever did not come from here (a discard, another tab, the JSON view) starts the blocks anew.
  useEffect(() => {
    if (told.current === draft.actions.steps) return
    told.current = draft.actions.steps
    setKept(stepsIn(draft).map(keep))
  }, [draft.actions.steps])

  function set(next: readonly Kept[]): void {
    setKept(next)
    const steps = next.map(({ step }) => step)
    told.current = steps
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
          <h3>{commandWords.stepsTitle}</h3>
          <p class="faint small">{commandWords.stepsHelp}</p>
        </div>
        <fieldset class="tabs" aria-label={commandWords.stepsTitle}>
          <button type="button" aria-pressed={!isRaw} onClick={() => setIsRaw(false)}>
            {commandWords.asBlocks}
          </button>
          <button type="button" aria-pressed={isRaw} onClick={() => setIsRaw(true)}>
            {commandWords.asRaw}
          </button>
        </fieldset>
      </div>
      {isRaw ? (
        <RawSteps actions={draft.actions} onChange={(actions) => change({ actions })} />
      ) : (
        <>
          {kept.length === 0 && <p class="soft">{commandWords.noSteps}</p>}
          <Sortable
            class="blocks"
            items={kept}
            keyOf={({ key }) => key}
            nameOf={(item, index) => commandWords.step(index + 1, nameOf(item))}
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
                trouble={trouble}
                onOpen={(isOpen) => setOpen(isOpen ? item.key : undefined)}
                onChange={(step) => set(kept.map((one) => (one.key === item.key ? { ...one, step } : one)))}
                onRemove={() => set(kept.filter(({ key }) => key !== item.key))}
              />
            )}
          </Sortable>
          {!disabled && (
            <select
              class="add-step"
              aria-label={commandWords.addStep}
              value=""
              onChange={(event) => {
                if (event.currentTarget.value !== '') addStep(event.currentTarget.value)
                event.currentTarget.value = ''
              }}
            >
              <option value="">{commandWords.addStep}</option>
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
        aria-label={commandWords.rawLabel}
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
        <p class="trouble small" role="alert">
          {commandWords.rawWrong}
        </p>
      )}
    </>
  )
}
