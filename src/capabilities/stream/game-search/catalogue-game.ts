/** A stream category: a game, or a topic such as "Just Chatting". */
export interface CatalogueGame {
  readonly id: number
  readonly name: string
  readonly slug: string
  /** 1 is the most watched; null when unknown. */
  readonly rank: number | null
  readonly aliases: readonly string[]
  readonly platformIds: { readonly kick?: string; readonly twitch?: string }
}

export type MatchType = 'exact_name' | 'exact_slug' | 'starts_with' | 'contains_word' | 'similar'

export interface SearchHit {
  readonly game: CatalogueGame
  /** 0 to 100 with one decimal; 100 only for an exact name. */
  readonly score: number
  readonly matchType: MatchType
}
