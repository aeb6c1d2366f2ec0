import { number, object, optional, type Static, text } from '../../../kernel/schema/schema.ts'

const compared = { max: 500 } as const

/** A condition of a step: `value` compared with what each operator names. All of them must be true. */
export const conditionInput = object({
  value: optional(text({ ...compared, title: 'Value' })),
  is: optional(text({ ...compared, title: 'is' })),
  is_not: optional(text({ ...compared, title: 'is not' })),
  contains: optional(text({ ...compared, title: 'contains' })),
  above: optional(number({ title: 'is above' })),
  below: optional(number({ title: 'is below' })),
  matches: optional(text({ max: 200, title: 'matches' })),
  role: optional(text({ max: 100, title: 'role of the viewer is' })),
})
export type Condition = Static<typeof conditionInput>

export type ConditionOperator = Exclude<keyof Condition, 'value'>
export const conditionOperators = Object.keys(conditionInput.properties).filter(
  (name): name is ConditionOperator => name !== 'value',
)
