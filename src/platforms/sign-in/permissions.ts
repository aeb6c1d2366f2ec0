import { defineMessages, type Text } from '../../kernel/text/message.ts'
import type { CapabilityName } from '../contract/capabilities.ts'

/** A permission that an account grants: one OAuth scope. */
export interface Permission {
  /** What it allows, as a person reads it. */
  readonly title: { (): string; of(): Text }
  /** The capabilities that do not work without it, or only in part. */
  readonly capabilities: readonly CapabilityName[]
}

/** What several services ask for in the same words; what is also a capability has the title of that. */
export const commonPermissions = defineMessages('permissions', {
  ban: 'Ban and time out viewers',
  editChannel: 'Change the title and the category',
  editRewards: 'Manage channel point rewards',
})

/** The permissions of a service by the name of their scope: every scope that the server asks for has a row. */
export type Permissions<S extends string = string> = Readonly<Record<S, Permission>>

/** A permission as the panel shows it. */
export interface PermissionView {
  /** The name that the service uses. */
  readonly scope: string
  readonly title: string | Text
}

/** A scope that is not in the table, which only a service can name, is shown by its own name. */
export function permissionViews(permissions: Permissions, scopes: readonly string[]): PermissionView[] {
  return scopes.map((scope) => ({ scope, title: permissions[scope]?.title.of() ?? scope }))
}
