import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../api.ts'
import { returns } from '../state.ts'
import { attempt } from '../ui/attempt.ts'
import type { StepParts } from './channel-choices.ts'

const parts = signal<StepParts | undefined>(undefined)

/** What was loaded last, for what stands beside an editor of steps. */
export function knownParts(): StepParts | undefined {
  return parts.value
}

/** Loaded whenever a page opens that needs it; what was loaded before is shown meanwhile. */
export function useStepParts(): StepParts | undefined {
  useEffect(() => {
    void attempt(async () => {
      parts.value = await call('get-command-parts', {})
    })
  }, [returns.value])
  return parts.value
}
