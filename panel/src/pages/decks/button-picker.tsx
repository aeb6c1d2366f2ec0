import { PickDialog } from '../../picker/pick-dialog.tsx'
import { stepMessages } from '../../steps/messages.ts'
import { useStepParts } from '../../steps/step-parts.ts'
import { type ButtonEntry, buttonEntries } from './button-entries.ts'

interface ButtonPickerProps {
  readonly onPick: (entry: ButtonEntry) => void
  readonly onClose: () => void
}

/** The list of actions, as buttons of a deck. */
export function ButtonPicker({ onPick, onClose }: ButtonPickerProps) {
  const entries = buttonEntries(useStepParts())
  return (
    <PickDialog
      label={stepMessages.search()}
      none={stepMessages.noneFound()}
      entries={entries}
      onPick={(key) => {
        const entry = entries.find((one) => one.key === key)
        if (entry !== undefined) onPick(entry)
      }}
      onClose={onClose}
    />
  )
}
