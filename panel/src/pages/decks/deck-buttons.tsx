import { useEffect, useRef, useState } from 'preact/hooks'
import { type DeckButton, type DeckPage, deckLimits } from '../../../../src/contract/decks.ts'
import { deckMessages as messages } from '../../messages/decks.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sortable } from '../../ui/sortable.tsx'
import { ButtonDialog } from './button-dialog.tsx'

interface DeckButtonsProps {
  readonly pages: readonly DeckPage[]
  readonly pageIndex: number
  readonly disabled: boolean
  readonly onChange: (pages: readonly DeckPage[]) => void
}

interface Kept {
  readonly key: number
  readonly button: DeckButton
}

let lastKey = 0
const keep = (button: DeckButton): Kept => ({ key: ++lastKey, button })

/** The buttons of one page as they look on the device; each opens its dialog. */
export function DeckButtons({ pages, pageIndex, disabled, onChange }: DeckButtonsProps) {
  const buttons = pages[pageIndex]?.buttons ?? []
  const [kept, setKept] = useState<readonly Kept[]>(() => buttons.map(keep))
  const [editing, setEditing] = useState<number | 'new'>()
  const lastSent = useRef(buttons)
  // A change from elsewhere (discard, another tab, another page) rebuilds the tiles.
  useEffect(() => {
    if (lastSent.current === buttons) return
    lastSent.current = buttons
    setKept(buttons.map(keep))
  }, [buttons])

  function set(next: readonly Kept[], moved?: { button: DeckButton; to: number }): void {
    setKept(next)
    const written = next.map(({ button }) => button)
    lastSent.current = written
    onChange(
      pages.map((page, index) => {
        if (index === pageIndex) return { ...page, buttons: written }
        return moved?.to === index ? { ...page, buttons: [...page.buttons, moved.button] } : page
      }),
    )
  }

  function apply(button: DeckButton, to: number): void {
    setEditing(undefined)
    const others = kept.filter(({ key }) => key !== editing)
    if (to !== pageIndex) set(others, { button, to })
    else if (editing === 'new') set([...kept, keep(button)])
    else set(kept.map((one) => (one.key === editing ? { key: one.key, button } : one)))
  }

  const edited = kept.find(({ key }) => key === editing)
  return (
    <div class="stack">
      {kept.length === 0 && <p class="soft">{messages.noButtons()}</p>}
      <Sortable
        class="deck-keys"
        items={kept}
        keyOf={({ key }) => `button-${key}`}
        nameOf={({ button }) => button.label}
        onOrder={set}
        disabled={disabled}
      >
        {({ key, button }, _index, moves) => (
          <div class="deck-key" data-color={button.color}>
            <button
              type="button"
              class="face"
              aria-label={messages.edit({ name: button.label })}
              onClick={() => setEditing(key)}
            >
              {button.icon !== undefined && <Icon name={button.icon} />}
              <span>{button.label}</span>
            </button>
            {moves}
          </div>
        )}
      </Sortable>
      {!disabled && kept.length < deckLimits.buttons && (
        <div>
          <button type="button" class="button" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {messages.addButton()}
          </button>
        </div>
      )}
      {editing !== undefined && (
        <ButtonDialog
          button={edited?.button}
          pages={pages}
          pageIndex={pageIndex}
          onClose={() => setEditing(undefined)}
          onApply={apply}
          onRemove={() => {
            setEditing(undefined)
            set(kept.filter(({ key }) => key !== editing))
          }}
        />
      )}
    </div>
  )
}
