import type { PanelRole } from './contract/panel-roles.ts'
import type { Channel } from './features/channels/channels.ts'

/** Who asks, as an operation sees it. */
export interface Caller {
  readonly channel: Channel
  /** `key:<id>`, `panel`, `cli`, `command:<id>`: stands in the ledger and the event log. */
  readonly actor: string
  readonly requestId: string
}

/** A person at the panel. */
export interface PanelCaller extends Caller {
  readonly person: { readonly id: string; readonly name: string }
  readonly role: PanelRole
  readonly sessionId: string
  readonly address: string
}
