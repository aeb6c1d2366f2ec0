import type { StateOptions } from './deck-states.ts'
import type { DeckButton, DeckCall, DeckState } from './decks.ts'

/** A deck as its page gets it, with all calls in the names of the API. */
export interface DeckView {
  readonly name: string
  readonly channel: string
  readonly pages: readonly { readonly name: string; readonly buttons: readonly ButtonView[] }[]
  /** After these events a state is read again. */
  readonly event_types: readonly string[]
}

export interface ButtonView extends Pick<DeckButton, 'label' | 'icon' | 'color' | 'cooldown_seconds'> {
  /** Asks first: because the button says so, or because it is irreversible. */
  readonly confirm: boolean
  /** Its operation takes something away that cannot be given back. */
  readonly irreversible: boolean
  readonly action?: DeckCall
  readonly action_when_on?: DeckCall
  readonly state?: StateOptions & { readonly type: DeckState['type']; readonly read: DeckCall }
}

/** Where the page gets it, with the token of its link in the header Authorization. */
export const deckViewPath = '/deck/layout'
