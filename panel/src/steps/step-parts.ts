import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Answer, call } from '../api.ts'
import { returns } from '../state.ts'
import { attempt } from '../ui/attempt.ts'

/** What the fields of steps choose from: alerts, effects, commands, automations and shows of the channel. */
export type StepParts = Answer<'get-command-parts'>

const parts = signal<StepParts | undefined>(undefined)

/** Loaded whenever a page opens that needs it; what was loaded before is shown meanwhile. */
export function useStepParts(): StepParts | undefined {
  useEffect(() => {
    void attempt(async () => {
      parts.value = await call('get-command-parts', {})
    })
  }, [returns.value])
  return parts.value
}
