import { useEffect, useRef, useState } from 'preact/hooks'
import type { WrittenCue } from '../../../../src/contract/shows.ts'
import type { ApiError } from '../../api.ts'
import { showMessages } from '../../messages/shows.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sortable } from '../../ui/sortable.tsx'
import { CueBlock } from './cue-block.tsx'
import { newCue, nextNumber } from './draft.ts'

interface CuesProps {
  readonly cues: readonly WrittenCue[]
  readonly onChange: (cues: readonly WrittenCue[]) => void
  readonly error: ApiError | undefined
  readonly disabled: boolean
}

interface Kept {
  readonly key: number
  readonly cue: WrittenCue
}

let lastKey = 0
const keep = (cue: WrittenCue): Kept => ({ key: ++lastKey, cue })

/** The cues of a show as sortable blocks, one of which is open. */
export function Cues({ cues, onChange, error, disabled }: CuesProps) {
  const [kept, setKept] = useState<readonly Kept[]>(() => cues.map(keep))
  const [open, setOpen] = useState<number>()
  const lastSent = useRef(cues)
  // A change from elsewhere (discard, another tab) rebuilds the blocks.
  useEffect(() => {
    if (lastSent.current === cues) return
    lastSent.current = cues
    setKept(cues.map(keep))
  }, [cues])

  function set(next: readonly Kept[]): void {
    setKept(next)
    const written = next.map(({ cue }) => cue)
    lastSent.current = written
    onChange(written)
  }
  function add(cue: WrittenCue, place = kept.length): void {
    const added = keep(cue)
    setOpen(added.key)
    set([...kept.slice(0, place), added, ...kept.slice(place)])
  }

  return (
    <section class="part cues">
      <div>
        <h3>{showMessages.cuesTitle()}</h3>
        <p class="faint small">{showMessages.cuesHelp()}</p>
      </div>
      {kept.length === 0 && <p class="soft">{showMessages.noCues()}</p>}
      <Sortable
        class="blocks"
        items={kept}
        keyOf={({ key }) => `cue-${key}`}
        nameOf={({ cue: { number, name } }) => showMessages.cue({ number, name: name || showMessages.unnamed() })}
        onOrder={set}
        disabled={disabled}
      >
        {({ key, cue }, index, moves) => (
          <CueBlock
            cue={cue}
            index={index}
            moves={moves}
            isOpen={open === key}
            error={error}
            disabled={disabled}
            onOpen={(isOpen) => setOpen(isOpen ? key : undefined)}
            onChange={(changed) => set(kept.map((one) => (one.key === key ? { key, cue: changed } : one)))}
            onDuplicate={() => add({ ...cue, number: nextNumber(kept.map((one) => one.cue)) }, index + 1)}
            onRemove={() => set(kept.filter((one) => one.key !== key))}
          />
        )}
      </Sortable>
      {!disabled && (
        <button
          type="button"
          class="button add-cue"
          onClick={() => add(newCue(nextNumber(kept.map(({ cue }) => cue))))}
        >
          <Icon name="plus" />
          {showMessages.addCue()}
        </button>
      )}
    </section>
  )
}
