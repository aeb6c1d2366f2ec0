import { useState } from 'preact/hooks'
import { type DeckButton, type DeckPage, deckLimits } from '../../../../src/capabilities/decks/contract/decks.ts'
import { Icon } from '../../ui/icon.tsx'
import { later } from '../../ui/later.tsx'
import { Sortable } from '../../ui/lists/sortable.tsx'
import { type Keyed, useKeyedList, withKey } from '../../ui/lists/use-keyed-list.ts'
import type { ButtonEntry } from './button-entries.ts'
import { deckMessages as messages } from './messages.ts'

const ButtonDialog = later(async () => (await import('./button-dialog.tsx')).ButtonDialog)
const ButtonPicker = later(async () => (await import('./button-picker.tsx')).ButtonPicker)

interface DeckButtonsProps {
  readonly pages: readonly DeckPage[]
  readonly pageIndex: number
  readonly disabled: boolean
  readonly onChange: (pages: readonly DeckPage[]) => void
}

/** The buttons of one page as they look on the device; each opens its dialog. */
export function DeckButtons({ pages, pageIndex, disabled, onChange }: DeckButtonsProps) {
  const buttons = pages[pageIndex]?.buttons ?? []
  const { list, write } = useKeyedList(buttons)
  const [editing, setEditing] = useState<number | 'new'>()
  const [isPicking, setIsPicking] = useState(false)
  const [begun, setBegun] = useState<ButtonEntry>()

  function set(next: readonly Keyed<DeckButton>[], moved?: { button: DeckButton; to: number }): void {
    const written = write(next)
    onChange(
      pages.map((page, index) => {
        if (index === pageIndex) return { ...page, buttons: written }
        return moved?.to === index ? { ...page, buttons: [...page.buttons, moved.button] } : page
      }),
    )
  }

  function apply(button: DeckButton, to: number): void {
    setEditing(undefined)
    const others = list.filter(({ key }) => key !== editing)
    if (to !== pageIndex) set(others, { button, to })
    else if (editing === 'new') set([...list, withKey(button)])
    else set(list.map((one) => (one.key === editing ? { key: one.key, item: button } : one)))
  }

  /** What is complete is a button at once; otherwise its dialog asks for the rest. */
  function pick(entry: ButtonEntry): void {
    setIsPicking(false)
    if (entry.isComplete) set([...list, withKey(entry.button)])
    else {
      setBegun(entry)
      setEditing('new')
    }
  }

  const edited = list.find(({ key }) => key === editing)
  return (
    <div class="stack">
      {list.length === 0 && <p class="soft">{messages.noButtons()}</p>}
      <Sortable
        class="deck-keys"
        items={list}
        keyOf={({ key }) => `button-${key}`}
        nameOf={({ item: button }) => button.label}
        onOrder={set}
        disabled={disabled}
      >
        {({ key, item: button }, _index, moves) => (
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
      {!disabled && list.length < deckLimits.buttons && (
        <div>
          <button type="button" class="button" aria-haspopup="dialog" onClick={() => setIsPicking(true)}>
            <Icon name="plus" />
            {messages.addButton()}
          </button>
        </div>
      )}
      {isPicking && <ButtonPicker onPick={pick} onClose={() => setIsPicking(false)} />}
      {editing !== undefined && (
        <ButtonDialog
          button={edited?.item}
          begun={editing === 'new' ? begun : undefined}
          pages={pages}
          pageIndex={pageIndex}
          onClose={() => setEditing(undefined)}
          onApply={apply}
          onRemove={() => {
            setEditing(undefined)
            set(list.filter(({ key }) => key !== editing))
          }}
        />
      )}
    </div>
  )
}
