/** What one press can do: the buttons on Home and the command palette offer these. */
export const quickActionKinds = ['alert', 'effect', 'command', 'automation', 'scene', 'clip'] as const
export type QuickActionKind = (typeof quickActionKinds)[number]

/** A button or an entry of the palette. The id is a number of its list, the id of an effect or the name of a scene. */
export interface QuickAction {
  readonly kind: QuickActionKind
  readonly id: string
  readonly title: string
}
