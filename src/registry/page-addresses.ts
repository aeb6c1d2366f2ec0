import { settingsSections } from '../capabilities/settings/contract/page.ts'
import type { PageName } from './panel-pages.ts'

// Beside the definitions of the pages, which every visitor loads: nothing here is for a browser.

/** Addresses of each page that accessibility tests and Lighthouse visit; `{key}` stands for the id of an API key. */
export const pageSamples: Readonly<Record<PageName, readonly string[]>> = {
  home: ['/'],
  activity: ['/activity', '/activity/streams'],
  shows: ['/run-of-show', '/run-of-show/new'],
  overlay: ['/overlays'],
  widgets: ['/widgets', '/widgets/new'],
  alerts: ['/alerts', '/alerts/event-1', '/alerts/1', '/alerts/donations', '/alerts/files'],
  effects: ['/effects/new', '/effects/confetti'],
  commands: ['/commands', '/commands/6'],
  automations: ['/automations', '/automations/new'],
  rounds: ['/giveaways'],
  music: ['/music'],
  viewers: ['/viewers', '/viewers?viewer=1'],
  decks: ['/phone-deck', '/phone-deck/new'],
  rewards: ['/rewards', '/rewards/kick'],
  values: ['/counters'],
  ai: ['/ai-bot'],
  keys: ['/developer/keys', '/developer/keys/{key}', '/developer/keys?new'],
  console: ['/developer/console', '/developer/console/effect-trigger'],
  webhooks: ['/developer/webhooks', '/developer/webhooks?new'],
  settings: ['/settings', ...settingsSections.slice(1).map((section) => `/settings/${section}`)],
}

/** Addresses that pages had in earlier versions, or that people guess; they redirect to the page. */
export const formerPaths: { readonly [Name in PageName]?: readonly string[] } = {
  shows: ['/shows'],
  overlay: ['/stage'],
  rounds: ['/rounds'],
  decks: ['/web-decks', '/decks'],
  values: ['/values'],
  ai: ['/ai'],
  keys: ['/keys'],
  console: ['/console'],
  // Not /webhooks: a tunnel publishes what is below it, and nothing of the panel.
  webhooks: ['/hooks'],
}
