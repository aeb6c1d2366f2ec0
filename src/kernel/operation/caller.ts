import type { Catalogue } from '../text/message.ts'
import type { Channel } from './channel.ts'
import type { PanelRole } from './contract/panel-roles.ts'
import type { Scope } from './contract/scopes.ts'

/** The caller of an operation. */
export interface Caller {
  readonly channel: Channel
  /** `key:<id>`, `panel`, `cli`, `command:<id>`: recorded in the ledger and the event log. */
  readonly actor: string
  readonly requestId: string
  /** For operations that need a further scope for some of their input. Absent for callers without a key, who may. */
  may?(scope: Scope): boolean
}

/** A signed-in user of the panel. */
export interface PanelCaller extends Caller {
  readonly person: { readonly id: string; readonly name: string }
  readonly role: PanelRole
  /** The language that the person chose; null: that of the browser. */
  readonly language: string | null
  /** The texts in which the person reads this answer. */
  readonly catalogue: Catalogue
  readonly sessionId: string
  readonly signedInAt: number
  readonly address: string
  /** Whether the browser reaches this server under a name of its own machine, such as localhost. Nothing may rely on it. */
  readonly isOnServer: boolean
  /** The Host header: where the browser has the panel open. */
  readonly host: string
}
