import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import type { StepParts } from '../steps/channel-choices.ts'
import { stepMessages } from '../steps/messages.ts'
import { actionEntries } from './action-entries.ts'
import { PickDialog } from './pick-dialog.tsx'

interface ActionPickerProps {
  readonly parts: StepParts | undefined
  readonly onPick: (step: WrittenStep) => void
  readonly onClose: () => void
}

/** The one list of actions, for commands, automations and cues. */
export function ActionPicker({ parts, onPick, onClose }: ActionPickerProps) {
  const entries = actionEntries(parts)
  return (
    <PickDialog
      label={stepMessages.search()}
      none={stepMessages.noneFound()}
      entries={entries}
      onPick={(key) => {
        const entry = entries.find((one) => one.key === key)
        if (entry !== undefined) onPick(entry.step)
      }}
      onClose={onClose}
    />
  )
}
