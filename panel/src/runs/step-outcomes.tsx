import { asOutcome } from '../../../src/kernel/text/error-words.ts'
import { findStep } from '../../../src/registry/steps.ts'
import type { Answer } from '../api.ts'
import { historyMessages, tryMessages } from '../pages/automations/messages.ts'
import { Light, type LightState } from '../ui/light.tsx'

export type StepOutcome = Answer<'get-automation-run'>['steps'][number]

const lights: Readonly<Record<StepOutcome['status'], LightState>> = {
  running: 'standby',
  done: 'go',
  failed: 'stop',
  skipped: 'off',
  not_met: 'off',
}

/** Each step with its outcome, its time, and what it did or would do. */
export function StepOutcomes({ steps, isDry = false }: { steps: readonly StepOutcome[]; isDry?: boolean }) {
  if (steps.length === 0) return <p class="soft small">{historyMessages.noSteps()}</p>
  return (
    <ol class="step-outcomes">
      {steps.map(({ path, type, status, ms, message, result }, index) => (
        <li key={index}>
          <span class="figure faint small">{path}</span>
          <b>{findStep(type)?.title() ?? type}</b>
          {isDry && status === 'done' ? (
            <Light state="standby" word={tryMessages.would()} />
          ) : (
            <Light state={lights[status]} word={historyMessages[status]()} />
          )}
          {ms !== undefined && <span class="faint small figure">{historyMessages.took({ ms })}</span>}
          {message !== undefined && <p class="error small">{asOutcome(message)}</p>}
          {result !== undefined && Object.keys(result).length > 0 && <code class="small result">{shown(result)}</code>}
        </li>
      ))}
    </ol>
  )
}

/** A dry run says what it would do under one name; that name is left out. */
function shown(result: Readonly<Record<string, unknown>>): string {
  const { would, ...rest } = result
  const values = typeof would === 'object' && would !== null ? { ...would, ...rest } : result
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
