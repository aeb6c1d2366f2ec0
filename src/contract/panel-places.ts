/** The pages of the panel by their addresses. `/overlay` is what OBS shows, so the page about it is the stage. */
export const panelPaths = {
  home: '/',
  overlay: '/stage',
  music: '/music',
  activity: '/activity',
  commands: '/commands',
  alerts: '/alerts',
  effects: '/effects',
  viewers: '/viewers',
  keys: '/keys',
  console: '/console',
  settings: '/settings',
} as const

/** Addresses between pages: these the panel follows itself, every other one is the server's. */
export const insidePanel = new RegExp(
  `^(?:/(?:[?#].*)?|(?:${Object.values(panelPaths)
    .filter((path) => path !== '/')
    .join('|')})(?:[/?#].*)?)$`,
)
