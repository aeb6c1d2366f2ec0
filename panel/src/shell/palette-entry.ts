import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import type { IconName } from '../../../src/definitions/icons.ts'

/** What choosing an entry can do with the page around it. */
export interface PaletteHost {
  readonly go: (path: string) => void
  /** Opens the form of an action, which is done when its button is pressed. */
  readonly ask: (step: WrittenStep) => void
}

/** One line of the command palette. */
export interface PaletteEntry {
  readonly title: string
  readonly help?: string
  /** Other names for it, for the search. */
  readonly words?: readonly string[]
  readonly hint: string
  /** The keyboard shortcut for the same. */
  readonly keys?: string
  readonly icon: IconName
  /** The text for the field, where something has to be typed first. */
  readonly completes?: string
  /** Always first: made for exactly what is typed. */
  readonly isAnswer?: boolean
  readonly isRare?: boolean
  run(host: PaletteHost): void
}
