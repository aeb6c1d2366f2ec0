import { type ComponentType, createContext } from 'preact'
import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import { findStep } from '../../../src/registry/steps.ts'
import type { StepParts } from './channel-choices.ts'
import { stepMessages } from './messages.ts'
import type { StepStart } from './step-start.ts'
import type { StepPath, Steps } from './step-tree.ts'
import type { StepDrag } from './use-step-drag.ts'

export interface StepListProps {
  readonly steps: Steps
  readonly path: StepPath
  /** The place of the step and the name of its list, where this list is inside a step. */
  readonly inside?: { readonly place: string; readonly branch: string }
  /** Shown while there is none. */
  readonly none: string
}

/** What the blocks of one editor share. */
export interface StepEditing {
  /** Lists contain steps, which contain lists. */
  readonly List: ComponentType<StepListProps>
  readonly disabled: boolean
  readonly start: StepStart
  /** The element that describes the keys. */
  readonly keysId: string
  /** The key of the expanded step. */
  readonly open: number | undefined
  readonly parts: StepParts | undefined
  readonly drag: StepDrag
  setOpen(key: number | undefined): void
  /** The server's errors for this step, by field. */
  faultsAt(path: StepPath): ReadonlyMap<string, string>
  /** `field`: what is typed into; typing in one go is undone as one change. */
  change(path: StepPath, change: (step: WrittenStep) => WrittenStep, field?: string): void
  changeList(list: StepPath, change: (entries: readonly unknown[]) => readonly unknown[]): void
  add(list: StepPath, step: WrittenStep): void
  /** `part`: the button that gets the focus back. */
  move(path: StepPath, by: 1 | -1, part: 'fold' | 'up' | 'down'): void
  duplicate(path: StepPath): void
  remove(path: StepPath): void
  onKey(event: KeyboardEvent, path: StepPath): void
}

export const EditorContext = createContext<StepEditing>(undefined as unknown as StepEditing)

/** The step as buttons and announcements name it: `step 2, Wait`. */
export function nameOf(step: WrittenStep, place: string): string {
  const type = String(step.type)
  return stepMessages.step({ place, name: findStep(type)?.title() ?? type })
}
