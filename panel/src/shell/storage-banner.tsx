import { describeProblem } from '../../../src/kernel/storage/contract/storage-problems.ts'
import { dashboard } from '../state.ts'

/** On every page while the database is gone, damaged or out of space: nothing that is entered now may be saved. */
export function StorageBanner() {
  const storage = dashboard.value?.storage
  if (storage === null || storage === undefined) return null
  return (
    <p class="storage-banner" role="alert">
      {describeProblem(storage.problem, storage.backup)}
    </p>
  )
}
