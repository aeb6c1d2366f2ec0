import type { ButtonView, DeckView } from './contract/deck-view.ts'
import type { DeckButton } from './contract/decks.ts'
import { type DeckCalls, eventTypesOf } from './deck-calls.ts'
import type { Deck } from './decks.ts'

/** What the page of a deck needs to draw it and to make its calls. */
export function deckViewOf({ name, pages }: Deck, channel: { readonly name: string }, calls: DeckCalls): DeckView {
  const destructive = new Set(pages.flatMap(({ buttons }) => buttons).filter(calls.isDestructive))
  const stored = pages.map(({ buttons }) => buttons)
  return {
    name,
    channel: channel.name,
    pages: calls.writePages(pages).map((page, pageIndex) => ({
      name: page.name,
      buttons: page.buttons.map((button, index) => {
        const before = stored[pageIndex]?.[index]
        return buttonView(button, calls, before !== undefined && destructive.has(before))
      }),
    })),
    event_types: eventTypesOf(pages),
  }
}

function buttonView(button: DeckButton, calls: DeckCalls, isDestructive: boolean): ButtonView {
  const { label, icon, color, cooldown_seconds, confirm, action, action_when_on, state } = button
  return {
    label,
    ...(icon === undefined ? {} : { icon }),
    color,
    cooldown_seconds,
    confirm: confirm || isDestructive,
    irreversible: isDestructive,
    ...(action === undefined ? {} : { action }),
    ...(action_when_on === undefined ? {} : { action_when_on }),
    ...(state === undefined ? {} : { state: { ...state, read: calls.stateCall(state) } }),
  }
}
