import { type DeckButton, deckLimits } from '../../../../src/capabilities/decks/contract/decks.ts'
import type { WrittenStep } from '../../../../src/definitions/define-step.ts'
import type { IconName } from '../../../../src/definitions/icons.ts'
import { calledSteps, callOfStep } from '../../../../src/registry/action-calls.ts'
import { actionEntries } from '../../picker/action-entries.ts'
import { missingFields } from '../../picker/missing-fields.ts'
import type { Pickable } from '../../picker/pickable.ts'
import type { StepParts } from '../../steps/channel-choices.ts'
import { plainButton, readyButton, readyNames } from './draft.ts'
import { deckMessages as messages, readyButtonNames } from './messages.ts'

/** A button to choose. `isComplete`: nothing is left to say about it. */
export interface ButtonEntry extends Pickable {
  readonly button: DeckButton
  /** Its action as a step, which may not be filled in yet. */
  readonly step?: WrittenStep
  readonly isComplete: boolean
}

/** Every action that a button can do, from the one list of actions, and the buttons that also show a state. */
export function buttonEntries(parts: StepParts | undefined): ButtonEntry[] {
  const ready = readyNames.map((name): ButtonEntry => {
    const { button, isComplete } = readyButton(name)
    const icon: IconName = button.icon ?? 'deck'
    return {
      key: `ready ${name}`,
      title: readyButtonNames[name](),
      icon,
      group: messages.withState(),
      button,
      isComplete,
    }
  })
  const actions = actionEntries(parts)
    .filter(({ step }) => calledSteps.has(String(step.type)))
    .map((entry): ButtonEntry => ({ ...entry, ...buttonFor(entry.step, entry.title, entry.icon) }))
  return [...ready, ...actions]
}

/** The button of an action, named after it. */
function buttonFor(step: WrittenStep, title: string, icon: IconName): Pick<ButtonEntry, 'button' | 'isComplete'> {
  const action = callOfStep(step)
  const state = stateFor(step)
  const label = title.slice(0, deckLimits.labelLength)
  const button = { ...plainButton, label, icon, ...(action && { action }), ...(state && { state }) }
  return { button, isComplete: action !== undefined && missingFields(step).length === 0 }
}

/** What a button shows by itself, because it is what the button is about. */
function stateFor({ type, scene, show }: WrittenStep): DeckButton['state'] {
  if (type === 'obs_scene' && typeof scene === 'string') return { type: 'scene', scene }
  if (type === 'go_cue') return { type: 'cue', ...(typeof show === 'string' && { show }) }
  return undefined
}
