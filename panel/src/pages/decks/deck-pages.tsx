import { type DeckPage, deckLimits } from '../../../../src/capabilities/decks/contract/decks.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sortable } from '../../ui/lists/sortable.tsx'
import { deckMessages as messages } from './messages.ts'

interface DeckPagesProps {
  readonly pages: readonly DeckPage[]
  readonly chosen: number
  readonly disabled: boolean
  readonly onChoose: (index: number) => void
  readonly onChange: (pages: readonly DeckPage[]) => void
}

/** The pages of a deck: which one is edited, their order and their names. */
export function DeckPages({ pages, chosen, disabled, onChoose, onChange }: DeckPagesProps) {
  const current = pages[chosen]
  return (
    <div class="stack">
      <Sortable
        class="deck-pages"
        items={pages}
        keyOf={(page) => pages.indexOf(page)}
        nameOf={({ name }) => messages.page({ name })}
        disabled={disabled || pages.length < 2}
        onOrder={(ordered) => {
          if (current !== undefined) onChoose(ordered.indexOf(current))
          onChange(ordered)
        }}
      >
        {(page, index, moves) => (
          <div class="deck-page">
            <button
              type="button"
              class="button small"
              aria-pressed={index === chosen}
              onClick={() => onChoose(pages.indexOf(page))}
            >
              {page.name}
            </button>
            {moves}
          </div>
        )}
      </Sortable>
      <div class="row wrap page-fields">
        {current !== undefined && (
          <TextField
            label={messages.pageName()}
            value={current.name}
            maxLength={deckLimits.nameLength}
            onInput={(name) => onChange(pages.map((page, index) => (index === chosen ? { ...page, name } : page)))}
          />
        )}
        {!disabled && pages.length < deckLimits.pages && (
          <button
            type="button"
            class="button"
            onClick={() => {
              onChange([...pages, { name: messages.newPage({ number: pages.length + 1 }), buttons: [] }])
              onChoose(pages.length)
            }}
          >
            <Icon name="plus" />
            {messages.addPage()}
          </button>
        )}
        {!disabled && pages.length > 1 && (
          <button
            type="button"
            class="button danger"
            onClick={() => {
              onChange(pages.filter((_page, index) => index !== chosen))
              onChoose(Math.max(0, chosen - 1))
            }}
          >
            {messages.removePage()}
          </button>
        )}
      </div>
    </div>
  )
}
