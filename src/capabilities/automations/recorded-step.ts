import type { Text } from '../../kernel/text/message.ts'
import { storeText } from '../../kernel/text/store-text.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import type { StepOutcome } from '../steps/run.ts'

/** One step of a run, as it is recorded. */
export interface RecordedStep {
  /** Empty for the reply of a command, which is no step of its own. */
  readonly path: string
  readonly type: string
  readonly status: 'running' | 'done' | 'failed' | 'skipped' | 'not_met'
  readonly ms?: number
  readonly error?: string
  readonly message?: Text
  readonly result?: Readonly<Record<string, unknown>>
}

export function recordedStep({ type, path = '', ok, ms, detail, failure }: StepOutcome): RecordedStep {
  if (detail?.skipped === true) return { path, type, status: 'skipped' }
  const took = ms === undefined ? {} : { ms }
  if (failure !== undefined)
    return { path, type, status: 'failed', ...took, error: failure.code, message: failure.text }
  if (detail?.condition === false) return { path, type, status: 'not_met', ...took }
  return { path, type, status: ok ? 'done' : 'failed', ...took, ...(detail === undefined ? {} : { result: detail }) }
}

/** The steps as JSON, with their texts in the form in which they are stored. */
export function storeSteps(steps: readonly RecordedStep[]): string {
  return JSON.stringify(
    steps.map(({ message, ...step }) => (message === undefined ? step : { ...step, message: storeText(message) })),
  )
}

export function readSteps(stored: string): readonly RecordedStep[] {
  const steps: (Omit<RecordedStep, 'message'> & { readonly message?: string })[] = JSON.parse(stored)
  return steps.map(({ message, ...step }) => (message === undefined ? step : { ...step, message: readText(message) }))
}
