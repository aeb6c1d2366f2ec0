/** Where the picture of an alert stands. Without a picture only the text is drawn. */
export const alertLayouts = ['beside', 'above', 'behind', 'banner', 'full'] as const
export type AlertLayout = (typeof alertLayouts)[number]

export const alertSizes = ['small', 'medium', 'large'] as const
export type AlertSize = (typeof alertSizes)[number]

/** How a card comes in. The stylesheet `overlay/assets/animations.css` has a rule for each. */
export const alertEntrances = [
  'slide',
  'rise',
  'drop',
  'pop',
  'unfold',
  'wipe',
  'typewriter',
  'curtain',
  'fade',
  'none',
] as const
export type AlertEntrance = (typeof alertEntrances)[number]

export const alertExits = ['slide', 'sink', 'lift', 'shrink', 'fold', 'wipe', 'curtain', 'fade', 'none'] as const
export type AlertExit = (typeof alertExits)[number]

/** The icon of a card without a picture. The stylesheet `overlay/assets/alerts.css` has a drawing for each. */
export const alertEmblems = ['none', 'heart', 'star', 'crown', 'gift', 'people', 'gem', 'coin', 'bell'] as const
export type AlertEmblem = (typeof alertEmblems)[number]
