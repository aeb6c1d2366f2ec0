import type { IconName } from '../../../../src/definitions/icons.ts'
import { Icon } from '../icon.tsx'

/** Fills the detail column until an entry of the list is selected. */
export function NothingSelected({ icon, children }: { icon: IconName; children: string }) {
  return (
    <div class="nothing-selected">
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}
