import { useContext, useState } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import { later } from '../ui/later.tsx'
import { stepMessages } from './messages.ts'
import { StepBlock } from './step-block.tsx'
import { EditorContext, type StepListProps } from './step-context.ts'
import { isSamePath, keyOf, type StepPath } from './step-tree.ts'

const ActionPicker = later(async () => (await import('../picker/action-picker.tsx')).ActionPicker)

/** A list of steps, at the top or inside a step, and the button that adds one. */
export function StepList({ steps, path, inside, none }: StepListProps) {
  const { drag, disabled } = useContext(EditorContext)
  const over = drag.over !== undefined && isSamePath(drag.over.list, path) ? drag.over.index : undefined
  return (
    <>
      <ol class={`blocks${over !== undefined && steps.length === 0 ? ' over' : ''}`} data-steps={JSON.stringify(path)}>
        {steps.map((step, index) => {
          const own = [...path, index]
          const isDragged = drag.from !== undefined && isSamePath(drag.from, own)
          const edge = over === index ? ' before' : over === steps.length && index === steps.length - 1 ? ' after' : ''
          const number = index + 1
          return (
            <li
              key={keyOf(step)}
              data-key={keyOf(step)}
              data-step={JSON.stringify(own)}
              class={`${isDragged ? 'dragged' : ''}${edge}`}
            >
              <StepBlock
                step={step}
                path={own}
                place={inside === undefined ? String(number) : stepMessages.placeIn({ ...inside, number })}
                isFirst={index === 0 && inside === undefined}
                isLast={index === steps.length - 1 && inside === undefined}
              />
            </li>
          )
        })}
      </ol>
      {steps.length === 0 && <p class="soft small none">{none}</p>}
      {!disabled && <AddStep path={path} branch={inside?.branch} />}
    </>
  )
}

function AddStep({ path, branch }: { path: StepPath; branch: string | undefined }) {
  const { add, parts } = useContext(EditorContext)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        class={`button add-step${branch === undefined ? '' : ' quiet small'}`}
        aria-label={branch === undefined ? undefined : stepMessages.addTo({ name: branch })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="plus" />
        {stepMessages.add()}
      </button>
      {isOpen && (
        <ActionPicker
          parts={parts}
          onPick={(step) => {
            setIsOpen(false)
            add(path, step)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
