import './steps.css'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import { findStep } from '../../../src/registry/steps.ts'
import type { ApiError } from '../api.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { JsonSteps } from './json-steps.tsx'
import { stepMessages } from './messages.ts'
import { EditorContext, type StepEditing } from './step-context.ts'
import { StepList } from './step-list.tsx'
import { useStepParts } from './step-parts.ts'
import { branchesOf, optionListsOf } from './step-shape.ts'
import type { StepStart } from './step-start.ts'
import {
  changeAt,
  insertAt,
  keyOf,
  listAt,
  moveBy,
  moveOut,
  moveTo,
  pathText,
  placeOf,
  removeAt,
  type StepPath,
  type Steps,
  valueAt,
} from './step-tree.ts'
import { useHistory } from './use-history.ts'
import { useStepDrag } from './use-step-drag.ts'
import { VariableContext, type VariableScope } from './variable-scope.ts'

interface EditorProps {
  readonly steps: Steps
  readonly onChange: (steps: Steps) => void
  /** What the server said about the last attempt to save, and where the steps stand in what was sent. */
  readonly error: ApiError | undefined
  readonly at: string
  readonly disabled: boolean
  readonly title?: string
  readonly help: string
  /** Shown while there is no step. */
  readonly none: string
  readonly scope: VariableScope
  readonly start: StepStart
}

/** The one editor of steps: sortable, nested blocks with undo, or the stored JSON. */
export function StepEditor(props: EditorProps) {
  const { steps: given, onChange, error, at, disabled, title, help, none, scope, start } = props
  const { value: steps, change, undo, redo, canUndo, canRedo } = useHistory(given, onChange)
  const parts = useStepParts()
  const [isRaw, setIsRaw] = useState(false)
  const [open, setOpen] = useState<number>()
  const [said, setSaid] = useState('')
  const root = useRef<HTMLElement>(null)
  const keysId = useId()
  const wanted = useRef<{ key: number; part: string }>(undefined)
  // A step that moved loses the focus; it gets it back, so that it can be moved again.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const { key, part } = wanted.current
    wanted.current = undefined
    const head = root.current?.querySelector(`[data-key="${key}"] > .block > .head`)
    const button = head?.querySelector<HTMLButtonElement>(`[data-part="${part}"]:not(:disabled)`)
    ;(button ?? head?.querySelector<HTMLButtonElement>('[data-part="fold"]'))?.focus()
  })

  const drag = useStepDrag((from, { list, index }) => {
    const step = valueAt(steps, from) as WrittenStep
    const next = moveTo(steps, from, list, index)
    if (next !== steps) moved(step, next, 'fold')
  })
  function moved(step: WrittenStep, next: Steps, part: string): void {
    wanted.current = { key: keyOf(step), part }
    change(next)
    const place = root.current === null ? undefined : placeOfKey(next, keyOf(step))
    setSaid(stepMessages.moved({ name: titleOf(step), number: (place ?? 0) + 1 }))
  }
  function goBack(isUndo: boolean): void {
    if (isUndo ? !canUndo : !canRedo) return
    if (isUndo) undo()
    else redo()
    setSaid(isUndo ? stepMessages.undone() : stepMessages.redone())
  }

  const editing: StepEditing = {
    List: StepList,
    disabled,
    start,
    keysId,
    open,
    parts,
    drag,
    setOpen,
    faultsAt: (path) => faultsOf(error, `${at}${pathText(path)}.`),
    change: (path, to, field) =>
      change(
        changeAt(steps, path, (before) => to(before as WrittenStep)),
        field === undefined ? undefined : `${pathText(path)}.${field}`,
      ),
    changeList: (list, to) => change(changeAt(steps, list, (before) => to(Array.isArray(before) ? before : []))),
    add(list, step) {
      // A step of its own, which is not the one that was added before from the same entry.
      const added = structuredClone(step)
      wanted.current = { key: keyOf(added), part: 'fold' }
      setOpen(keyOf(added))
      change(insertAt(steps, list, listAt(steps, list).length, added))
    },
    move(path, by, part) {
      const result = moveBy(steps, path, by)
      if (result !== undefined) moved(result.step, result.steps, part)
    },
    duplicate(path) {
      const { list, index } = placeOf(path)
      const copy = structuredClone(valueAt(steps, path) as WrittenStep)
      wanted.current = { key: keyOf(copy), part: 'fold' }
      change(insertAt(steps, list, index + 1, copy))
      setSaid(stepMessages.duplicated({ name: titleOf(copy) }))
    },
    remove(path) {
      const { list, index } = placeOf(path)
      const next = removeAt(steps, path)
      const beside = listAt(next, list)
      const neighbour = beside[Math.min(index, beside.length - 1)]
      if (neighbour !== undefined) wanted.current = { key: keyOf(neighbour), part: 'fold' }
      change(next)
      setSaid(stepMessages.removed({ name: titleOf(valueAt(steps, path) as WrittenStep) }))
    },
    onKey(event, path) {
      if (disabled) return
      const action = actionFor(event)
      if (action === undefined) return
      event.preventDefault()
      action(editing, path)
    },
  }

  /** What a key does on the head of a step. */
  function actionFor(event: KeyboardEvent): ((editor: StepEditing, path: StepPath) => void) | undefined {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey && key === 'ArrowUp') return (editor, path) => editor.move(path, -1, 'fold')
    if (altKey && key === 'ArrowDown') return (editor, path) => editor.move(path, 1, 'fold')
    if (altKey && key === 'ArrowRight') return (_editor, path) => moveIn(path)
    if (altKey && key === 'ArrowLeft') return (_editor, path) => moveOutOf(path)
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return (editor, path) => editor.duplicate(path)
    if (key === 'Delete' || key === 'Backspace') return (editor, path) => editor.remove(path)
    if (key === 'ArrowUp' || key === 'ArrowDown') return () => focusBeside(event.currentTarget, key === 'ArrowUp')
    return undefined
  }
  /** Into the last list of the step above. */
  function moveIn(path: StepPath): void {
    const { list, index } = placeOf(path)
    const above = valueAt(steps, [...list, index - 1]) as WrittenStep | undefined
    const inner = above === undefined ? undefined : lastListOf(above)
    if (inner === undefined) return
    const target = [...list, index - 1, ...inner]
    const step = valueAt(steps, path) as WrittenStep
    moved(step, moveTo(steps, path, target, listAt(steps, target).length), 'fold')
  }
  function moveOutOf(path: StepPath): void {
    const result = moveOut(steps, path, 1)
    if (result !== undefined) moved(result.step, result.steps, 'fold')
  }
  function focusBeside(from: EventTarget | null, isUp: boolean): void {
    const heads = [...(root.current?.querySelectorAll<HTMLElement>('.fold') ?? [])]
    heads[heads.indexOf(from as HTMLElement) + (isUp ? -1 : 1)]?.focus()
  }

  return (
    <VariableContext.Provider value={scope}>
      <EditorContext.Provider value={editing}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z works from every button inside; Undo is a button too */}
        <section
          class="part steps step-editor"
          data-local
          ref={root}
          onKeyDown={(event) => {
            // In a text field the browser undoes what was typed.
            const isText = (event.target as HTMLElement).matches('input:not([type=checkbox]), textarea')
            const key = event.key.toLowerCase()
            if (disabled || isText || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
            event.preventDefault()
            goBack(key === 'z' && !event.shiftKey)
          }}
        >
          <div class="row wrap">
            <div class="grow">
              <h3>{title ?? stepMessages.title()}</h3>
              <p class="faint small">{help}</p>
            </div>
            {!disabled && (
              <span class="row">
                <IconButton icon="undo" label={stepMessages.undo()} disabled={!canUndo} onClick={() => goBack(true)} />
                <IconButton icon="redo" label={stepMessages.redo()} disabled={!canRedo} onClick={() => goBack(false)} />
              </span>
            )}
            <fieldset class="tabs" aria-label={stepMessages.title()}>
              <button type="button" aria-pressed={!isRaw} onClick={() => setIsRaw(false)}>
                {stepMessages.blocks()}
              </button>
              <button type="button" aria-pressed={isRaw} onClick={() => setIsRaw(true)}>
                {stepMessages.json()}
              </button>
            </fieldset>
          </div>
          {isRaw ? (
            <JsonSteps steps={steps} onChange={(next) => change(next, 'json')} />
          ) : (
            <StepList steps={listAt(steps, [])} path={[]} none={none} />
          )}
          <p class="out-of-sight" id={keysId}>
            {stepMessages.keys()}
          </p>
          <p class="out-of-sight" aria-live="polite">
            {said}
          </p>
        </section>
      </EditorContext.Provider>
    </VariableContext.Provider>
  )
}

function titleOf(step: WrittenStep): string {
  return findStep(String(step.type))?.title() ?? String(step.type)
}

/** The index of the step in its own list. */
function placeOfKey(steps: unknown, key: number): number | undefined {
  if (!Array.isArray(steps)) return undefined
  for (const [index, step] of steps.entries()) {
    if (typeof step !== 'object' || step === null) continue
    if (keyOf(step) === key) return index
    for (const value of Object.values(step)) {
      const found = placeOfKey(value, key)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function lastListOf(step: WrittenStep): StepPath | undefined {
  const definition = findStep(String(step.type))
  const branch = branchesOf(definition).at(0)
  if (branch !== undefined) return [branch.name]
  const options = optionListsOf(definition).at(0)
  const count = options === undefined ? 0 : listAt([step], [0, options.name]).length
  return options === undefined || count === 0 ? undefined : [options.name, count - 1, options.steps.name]
}

/** Errors below this path, by field. */
function faultsOf(error: ApiError | undefined, start: string): ReadonlyMap<string, string> {
  return new Map(
    (error?.details ?? [])
      .filter(({ path }) => path.startsWith(start))
      // An entry of a list is shown at the list; what is wrong in a nested step, at that step.
      .map(({ path, message }) => [path.slice(start.length).replace(/\[\d+\]$/, ''), message] as const)
      .filter(([field]) => !field.includes('[')),
  )
}
