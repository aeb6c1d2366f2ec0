import { useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { returns } from '../state.ts'
import { showError } from './toasts.tsx'

/** Runs an action. An error that belongs to no field is shown as a toast. */
export async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action()
  } catch (error) {
    showError(error)
  }
}

interface Attempts {
  /** The error of the last attempt. */
  readonly error: ApiError | undefined
  readonly busy: boolean
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>
  readonly forget: () => void
}

/** For a form: the error is kept, to be shown beside its fields until an attempt succeeds. */
export function useAttempts(): Attempts {
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  async function attemptKept(action: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await action()
      setError(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
      // Loads what the other person saved, so that the form can show both.
      if (error.code === 'changed_meanwhile') returns.value++
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, attempt: attemptKept, forget: () => setError(undefined) }
}
