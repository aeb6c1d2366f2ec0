import { useState } from 'preact/hooks'
import type { WrittenCue } from '../../../../src/capabilities/shows/contract/shows.ts'
import type { ApiError } from '../../api.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sortable } from '../../ui/lists/sortable.tsx'
import { type Keyed, useKeyedList, withKey } from '../../ui/lists/use-keyed-list.ts'
import { CueBlock } from './cue-block.tsx'
import { newCue, nextNumber } from './draft.ts'
import { showMessages } from './messages.ts'

interface CuesProps {
  readonly cues: readonly WrittenCue[]
  readonly onChange: (cues: readonly WrittenCue[]) => void
  readonly error: ApiError | undefined
  readonly disabled: boolean
}

/** The cues of a show as sortable blocks, one of which is open. */
export function Cues({ cues, onChange, error, disabled }: CuesProps) {
  const { list, write } = useKeyedList(cues)
  const [open, setOpen] = useState<number>()

  const set = (next: readonly Keyed<WrittenCue>[]) => onChange(write(next))
  function add(cue: WrittenCue, place = list.length): void {
    const added = withKey(cue)
    setOpen(added.key)
    set([...list.slice(0, place), added, ...list.slice(place)])
  }

  return (
    <section class="part cues">
      <div>
        <h3>{showMessages.cuesTitle()}</h3>
        <p class="faint small">{showMessages.cuesHelp()}</p>
      </div>
      {list.length === 0 && <p class="soft">{showMessages.noCues()}</p>}
      <Sortable
        class="blocks"
        items={list}
        keyOf={({ key }) => `cue-${key}`}
        nameOf={({ item: { number, name } }) => showMessages.cue({ number, name: name || showMessages.unnamed() })}
        onOrder={set}
        disabled={disabled}
      >
        {({ key, item: cue }, index, moves) => (
          <CueBlock
            cue={cue}
            index={index}
            moves={moves}
            isOpen={open === key}
            error={error}
            disabled={disabled}
            onOpen={(isOpen) => setOpen(isOpen ? key : undefined)}
            onChange={(changed) => set(list.map((one) => (one.key === key ? { key, item: changed } : one)))}
            onDuplicate={() => add({ ...cue, number: nextNumber(cues) }, index + 1)}
            onRemove={() => set(list.filter((one) => one.key !== key))}
          />
        )}
      </Sortable>
      {!disabled && (
        <button type="button" class="button add-cue" onClick={() => add(newCue(nextNumber(cues)))}>
          <Icon name="plus" />
          {showMessages.addCue()}
        </button>
      )}
    </section>
  )
}
