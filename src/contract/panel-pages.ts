import type { PanelPage } from '../definitions/define-page.ts'
import { activityPage } from './panel-pages/activity.ts'
import { aiPage } from './panel-pages/ai.ts'
import { alertsPage } from './panel-pages/alerts.ts'
import { automationsPage } from './panel-pages/automations.ts'
import { commandsPage } from './panel-pages/commands.ts'
import { consolePage } from './panel-pages/console.ts'
import { decksPage } from './panel-pages/decks.ts'
import { effectsPage } from './panel-pages/effects.ts'
import { homePage } from './panel-pages/home.ts'
import { keysPage } from './panel-pages/keys.ts'
import { musicPage } from './panel-pages/music.ts'
import { overlayPage } from './panel-pages/overlay.ts'
import { rewardsPage } from './panel-pages/rewards.ts'
import { roundsPage } from './panel-pages/rounds.ts'
import { settingsPage } from './panel-pages/settings.ts'
import { showsPage } from './panel-pages/shows.ts'
import { valuesPage } from './panel-pages/values.ts'
import { viewersPage } from './panel-pages/viewers.ts'
import { webhooksPage } from './panel-pages/webhooks.ts'
import { widgetsPage } from './panel-pages/widgets.ts'

/** Every page of the panel, in the order of the rail. */
export const panelPages = [
  homePage,
  showsPage,
  overlayPage,
  musicPage,
  activityPage,
  commandsPage,
  automationsPage,
  alertsPage,
  effectsPage,
  widgetsPage,
  rewardsPage,
  valuesPage,
  aiPage,
  viewersPage,
  roundsPage,
  keysPage,
  consolePage,
  webhooksPage,
  decksPage,
  settingsPage,
] as const
export type PageName = (typeof panelPages)[number]['name']

/** Matches addresses of these pages: links to them the panel follows itself, every other one is the server's. */
export function addressPattern(pages: readonly Pick<PanelPage, 'path'>[]): RegExp {
  const paths = pages.map(({ path }) => path).filter((path) => path !== '/')
  return new RegExp(`^(?:/(?:[?#].*)?|(?:${paths.join('|')})(?:[/?#].*)?)$`)
}
