import { hasDraft } from '../../drafts.ts'
import { draftMessages } from '../../messages/drafts.ts'
import { Light } from '../light.tsx'

/** Beside a row of a list whose editor has changes that are not saved yet. */
export function UnsavedMark({ place }: { place: string }) {
  if (!hasDraft(place)) return null
  return (
    <span class="small soft">
      <Light state="standby" word={draftMessages.unsaved()} />
    </span>
  )
}
