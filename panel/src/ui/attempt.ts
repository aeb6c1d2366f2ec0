import { useState } from 'preact/hooks'
import { Trouble } from '../api.ts'
import { sayTrouble } from './toasts.tsx'

/** Does it. Trouble that has no field to stand beside is told at the foot of the page. */
export async function attempt(deed: () => Promise<unknown>): Promise<void> {
  try {
    await deed()
  } catch (error) {
    sayTrouble(error)
  }
}

interface Attempts {
  /** What the last attempt was refused for. */
  readonly trouble: Trouble | undefined
  readonly busy: boolean
  readonly attempt: (deed: () => Promise<unknown>) => Promise<void>
  readonly forget: () => void
}

/** For a form: its trouble is kept, to stand beside the fields until an attempt goes well. */
export function useAttempts(): Attempts {
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  async function attemptKept(deed: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await deed()
      setTrouble(undefined)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
    setBusy(false)
  }
  return { trouble, busy, attempt: attemptKept, forget: () => setTrouble(undefined) }
}
