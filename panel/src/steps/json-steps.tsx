import { useState } from 'preact/hooks'
import { stepMessages } from './messages.ts'
import type { Steps } from './step-tree.ts'

/** The steps as they are stored. */
export function JsonSteps({ steps, onChange }: { steps: Steps; onChange: (steps: Steps) => void }) {
  const [typed, setTyped] = useState(JSON.stringify(steps, null, 2))
  const [isWrong, setIsWrong] = useState(false)
  return (
    <>
      <textarea
        class="mono raw"
        rows={14}
        aria-label={stepMessages.jsonLabel()}
        aria-invalid={isWrong || undefined}
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          const read = stepsIn(text)
          setIsWrong(read === undefined)
          if (read !== undefined) onChange(read)
        }}
      />
      {isWrong && (
        <p class="error small" role="alert">
          {stepMessages.invalidJson()}
        </p>
      )}
    </>
  )
}

/** A list of steps, or an object with `steps`, as the API and files write it. */
function stepsIn(text: string): Steps | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) ? value : (value as { steps?: unknown } | null)?.steps
    if (!Array.isArray(list)) return undefined
    return list.every((step) => typeof step === 'object' && step !== null && !Array.isArray(step)) ? list : undefined
  } catch {
    return undefined
  }
}
