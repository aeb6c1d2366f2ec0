import { PickDialog } from '../../picker/pick-dialog.tsx'
import { automationMessages } from './messages.ts'
import { pickableTriggers } from './pickable-triggers.ts'

interface TriggerPickerProps {
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}

/** What can start an automation, found like an action. */
export function TriggerPicker({ onPick, onClose }: TriggerPickerProps) {
  return (
    <PickDialog
      label={automationMessages.searchTriggers()}
      none={automationMessages.noTriggers()}
      entries={pickableTriggers()}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
