import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'
import type { PageName } from '../../src/registry/panel-pages.ts'
import { untilOnline } from './online.ts'
import { Home } from './pages/home/home.tsx'
import { later } from './ui/later.tsx'
import { NotLoaded } from './ui/not-loaded.tsx'

type PageComponent = ComponentType & { readonly preload?: () => Promise<unknown> }

/**
 * The component of each page in `src/registry/panel-pages.ts`; one that is missing does not compile. Home comes with
 * the entry, since most visits start there, every other page when it is first opened.
 */
export const pageComponents: Readonly<Record<PageName, PageComponent>> = {
  home: Home,
  overlay: lazyPage(() => import('./pages/overlay/overlay.tsx').then(({ Overlay }) => Overlay)),
  music: lazyPage(() => import('./pages/music/music.tsx').then(({ Music }) => Music)),
  activity: lazyPage(() => import('./pages/activity/activity-page.tsx').then(({ ActivityPage }) => ActivityPage)),
  commands: lazyPage(() => import('./pages/commands/commands.tsx').then(({ Commands }) => Commands)),
  automations: lazyPage(() => import('./pages/automations/automations.tsx').then(({ Automations }) => Automations)),
  alerts: lazyPage(() => import('./pages/alerts/alerts.tsx').then(({ Alerts }) => Alerts)),
  effects: lazyPage(() => import('./pages/effects/effects.tsx').then(({ Effects }) => Effects)),
  widgets: lazyPage(() => import('./pages/widgets/widgets.tsx').then(({ Widgets }) => Widgets)),
  rewards: lazyPage(() => import('./pages/rewards/rewards.tsx').then(({ Rewards }) => Rewards)),
  ai: lazyPage(() => import('./pages/ai/ai.tsx').then(({ AiBot }) => AiBot)),
  values: lazyPage(() => import('./pages/values/values.tsx').then(({ Values }) => Values)),
  shows: lazyPage(() => import('./pages/shows/shows.tsx').then(({ Shows }) => Shows)),
  viewers: lazyPage(() => import('./pages/viewers/viewers.tsx').then(({ Viewers }) => Viewers)),
  rounds: lazyPage(() => import('./pages/rounds/rounds.tsx').then(({ Rounds }) => Rounds)),
  keys: lazyPage(() => import('./pages/keys/keys.tsx').then(({ Keys }) => Keys)),
  console: lazyPage(() => import('./pages/console/console.tsx').then(({ Console }) => Console)),
  webhooks: lazyPage(() => import('./pages/webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks)),
  decks: lazyPage(() => import('./pages/decks/decks.tsx').then(({ Decks }) => Decks)),
  settings: lazyPage(() => import('./pages/settings/settings.tsx').then(({ Settings }) => Settings)),
}

/** While its code loads, the page before it stays; when the server is away, the new one comes at once and says so. */
function lazyPage(load: () => Promise<ComponentType>): PageComponent {
  return lazy<ComponentType>(async () => {
    const page = await Promise.race([load(), untilOnline(false)]).catch(() => {})
    return page ?? later(load, NotLoaded)
  })
}
