import { useContext } from 'preact/hooks'
import type { WrittenStep } from '../../../src/definitions/define-step.ts'
import { findStep } from '../../../src/registry/steps.ts'
import { Field } from '../ui/forms/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { stepMessages } from './messages.ts'
import { EditorContext } from './step-context.ts'
import { StepControl } from './step-control.tsx'
import { branchesOf, type OptionList, optionListsOf, withField } from './step-shape.ts'
import { listAt, type StepPath } from './step-tree.ts'

interface NestProps {
  readonly step: WrittenStep
  readonly path: StepPath
  readonly place: string
}

/** The lists of steps inside a step: its branches, and its options with a list each. */
export function StepNest({ step, path, place }: NestProps) {
  const { List } = useContext(EditorContext)
  const definition = findStep(String(step.type))
  return (
    <>
      {branchesOf(definition).map(({ name, title }) => (
        <section key={name} class="branch" aria-label={title}>
          <h4 class="small">{title}</h4>
          <List
            steps={listAt([step], [0, name])}
            path={[...path, name]}
            inside={{ place, branch: title }}
            none={stepMessages.emptyBranch()}
          />
        </section>
      ))}
      {optionListsOf(definition).map((options) => (
        <Options key={options.name} options={options} step={step} path={path} place={place} />
      ))}
    </>
  )
}

function Options({ options, step, path, place }: NestProps & { options: OptionList }) {
  const { List, changeList, change, parts, start, faultsAt, disabled } = useContext(EditorContext)
  const { name, fields, steps, max } = options
  const list = [...path, name]
  const entries = listAt([step], [0, name])
  return (
    <>
      {entries.map((entry, index) => {
        const own = [...list, index]
        const title = stepMessages.option({ number: index + 1 })
        const faults = faultsAt(own)
        return (
          <section key={index} class="branch" aria-label={title}>
            <div class="row">
              <h4 class="small grow">{title}</h4>
              {fields.map((field) => (
                <Field key={field.name} label={field.title} error={faults.get(field.name)}>
                  {(attributes) => (
                    <StepControl
                      {...{ attributes, field, parts, start }}
                      value={entry[field.name]}
                      onChange={(value) => change(own, (before) => withField(before, field.name, value), field.name)}
                    />
                  )}
                </Field>
              ))}
              {!disabled && entries.length > 1 && (
                <IconButton
                  icon="trash"
                  label={stepMessages.removeOption({ number: index + 1 })}
                  onClick={() => changeList(list, (before) => before.toSpliced(index, 1))}
                />
              )}
            </div>
            <List
              steps={listAt([entry], [0, steps.name])}
              path={[...own, steps.name]}
              inside={{ place, branch: title }}
              none={stepMessages.emptyBranch()}
            />
          </section>
        )
      })}
      {!disabled && entries.length < max && (
        <button
          type="button"
          class="button quiet small add-option"
          onClick={() => changeList(list, (before) => [...before, { [steps.name]: [] }])}
        >
          <Icon name="plus" />
          {stepMessages.addOption()}
        </button>
      )}
    </>
  )
}
