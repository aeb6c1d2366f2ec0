import type { ApiError } from '../../api.ts'
import { StepEditor } from '../../steps/step-editor.tsx'
import { commandScope, type VariableScope } from '../../steps/variable-scope.ts'
import { type Draft, stepsIn } from './draft.ts'
import { commandMessages } from './messages.ts'

interface StepsProps {
  readonly draft: Pick<Draft, 'actions'>
  readonly change: (part: Pick<Draft, 'actions'>) => void
  readonly error: ApiError | undefined
  readonly disabled: boolean
  readonly scope?: VariableScope
}

/** The steps of a command. */
export function Steps({ draft, change, error, disabled, scope = commandScope }: StepsProps) {
  return (
    <StepEditor
      steps={stepsIn(draft)}
      onChange={(steps) => change({ actions: { ...draft.actions, version: 1, steps } })}
      error={error}
      at="actions.steps"
      disabled={disabled}
      help={commandMessages.stepsHelp()}
      none={commandMessages.noSteps()}
      scope={scope}
      start="chat"
    />
  )
}
