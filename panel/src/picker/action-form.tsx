import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import { findStep } from '../../../src/registry/steps.ts'
import { StepControl } from '../steps/step-control.tsx'
import { useStepParts } from '../steps/step-parts.ts'
import { withField } from '../steps/step-shape.ts'
import { VariableContext, type VariableScope } from '../steps/variable-scope.ts'
import { Field } from '../ui/forms/field.tsx'
import { fieldsOfAction } from './missing-fields.ts'
import { NeedsConnection } from './needs-connection.tsx'

/** Nothing has happened that a text could name. */
const noVariables: VariableScope = { variables: [], sample: {} }

interface ActionFormProps {
  readonly step: WrittenStep
  readonly onChange: (step: WrittenStep) => void
}

/** The form of an action that a person starts: the fields of its step, in the words of the step editor. */
export function ActionForm({ step, onChange }: ActionFormProps) {
  const parts = useStepParts()
  return (
    <VariableContext.Provider value={noVariables}>
      <p class="faint small">{findStep(String(step.type))?.help()}</p>
      <NeedsConnection type={String(step.type)} />
      {fieldsOfAction(step).map((field) => (
        <Field key={`${String(step.type)} ${field.name}`} label={field.title}>
          {(attributes) => (
            <StepControl
              {...{ attributes, field, parts }}
              start="none"
              value={step[field.name]}
              onChange={(value) => onChange(withField(step, field.name, value))}
            />
          )}
        </Field>
      ))}
    </VariableContext.Provider>
  )
}
