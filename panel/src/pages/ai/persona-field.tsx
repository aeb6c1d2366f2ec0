import { aiLimits } from '../../../../src/capabilities/ai/contract/ai.ts'
import { errorFor } from '../../api.ts'
import { Field } from '../../ui/forms/field.tsx'
import type { AiForm } from './ai-state.ts'
import { aiMessages } from './messages.ts'

export function PersonaField({ value, error, onChange }: AiForm) {
  return (
    <Field label={aiMessages.persona()} error={errorFor(error, 'persona')}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={6}
          maxLength={aiLimits.personaLength}
          value={value.persona ?? ''}
          onInput={(event) => onChange({ ...value, persona: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}
