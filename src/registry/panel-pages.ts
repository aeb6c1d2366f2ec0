import { activityPage } from '../capabilities/activity/contract/page.ts'
import { aiPage } from '../capabilities/ai/contract/page.ts'
import { alertsPage } from '../capabilities/alerts/contract/page.ts'
import { automationsPage } from '../capabilities/automations/contract/page.ts'
import { commandsPage } from '../capabilities/commands/contract/page.ts'
import { consolePage } from '../capabilities/console/contract/page.ts'
import { decksPage } from '../capabilities/decks/contract/page.ts'
import { effectsPage } from '../capabilities/effects/contract/page.ts'
import { homePage } from '../capabilities/home/contract/page.ts'
import { keysPage } from '../capabilities/keys/contract/page.ts'
import { musicPage } from '../capabilities/music/contract/page.ts'
import { overlayPage } from '../capabilities/overlay/contract/page.ts'
import { rewardsPage } from '../capabilities/rewards/contract/page.ts'
import { roundsPage } from '../capabilities/rounds/contract/page.ts'
import { settingsPage } from '../capabilities/settings/contract/page.ts'
import { showsPage } from '../capabilities/shows/contract/page.ts'
import { valuesPage } from '../capabilities/values/contract/page.ts'
import { viewersPage } from '../capabilities/viewers/contract/page.ts'
import { webhooksPage } from '../capabilities/webhooks/contract/page.ts'
import { widgetsPage } from '../capabilities/widgets/contract/page.ts'
import type { PanelPage } from '../definitions/define-page.ts'

/** Every page of the panel; those of one place in the order of the place, its first page first. */
export const panelPages = [
  homePage,
  activityPage,
  showsPage,
  overlayPage,
  widgetsPage,
  alertsPage,
  effectsPage,
  commandsPage,
  automationsPage,
  roundsPage,
  musicPage,
  viewersPage,
  decksPage,
  rewardsPage,
  valuesPage,
  aiPage,
  keysPage,
  consolePage,
  webhooksPage,
  settingsPage,
] as const
export type PageName = (typeof panelPages)[number]['name']

/** Matches addresses of these pages: links to them the panel follows itself, every other one is the server's. */
export function addressPattern(pages: readonly Pick<PanelPage, 'path'>[]): RegExp {
  const paths = pages.map(({ path }) => path).filter((path) => path !== '/')
  return new RegExp(`^(?:/(?:[?#].*)?|(?:${paths.join('|')})(?:[/?#].*)?)$`)
}
