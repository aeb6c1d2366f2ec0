import { channelsAndKeys } from './0001-channels-and-keys.ts'
import { viewersAndTotals } from './0002-viewers-and-totals.ts'
import { eventsAndFirings } from './0003-events-and-firings.ts'
import { content } from './0004-content.ts'
import { sandbox } from './0005-sandbox.ts'
import { platformTokens } from './0006-platform-tokens.ts'
import { bot } from './0007-bot.ts'
import { people } from './0008-people.ts'
import { uploadsAndLooks } from './0009-uploads-and-looks.ts'
import { platformAccounts } from './0012-platform-accounts.ts'
import { youtube } from './0013-youtube.ts'
import { extensionAndDonations } from './0014-extension-and-donations.ts'
import { leases } from './0015-leases.ts'
import { heldAlerts } from './0016-held-alerts.ts'
import { ledgerInOrder } from './0017-ledger-in-order.ts'
import { watchColumns } from './0018-watch-columns.ts'

export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}

/** In the order they run. Once released a step is never changed: the next change is the next step. */
export const migrations = [
  channelsAndKeys,
  viewersAndTotals,
  eventsAndFirings,
  content,
  sandbox,
  platformTokens,
  bot,
  people,
  uploadsAndLooks,
  platformAccounts,
  youtube,
  extensionAndDonations,
  leases,
  heldAlerts,
  ledgerInOrder,
  watchColumns,
] as const satisfies readonly Migration[]
