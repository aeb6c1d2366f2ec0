import type { PageAction, PageGroup, PanelPage } from '../../../src/definitions/define-page.ts'
import { pageGroups } from '../../../src/definitions/define-page.ts'
import { type PanelRole, reaches } from '../../../src/kernel/operation/contract/panel-roles.ts'

/** The pages that a team member may open. */
export function visiblePages<P extends PanelPage>(pages: readonly P[], role: PanelRole): P[] {
  return pages.filter((page) => reaches(role, page.role))
}

export interface RailGroup {
  readonly group: PageGroup
  readonly pages: readonly PanelPage[]
}

export function railGroups(pages: readonly PanelPage[], role: PanelRole): RailGroup[] {
  const visible = visiblePages(pages, role)
  return pageGroups
    .map((group) => ({ group, pages: visible.filter((page) => page.group === group) }))
    .filter((entry) => entry.pages.length > 0)
}

export function pageAt<P extends PanelPage>(pages: readonly P[], address: string): P | undefined {
  return pages.find(({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)))
}

/** Whether the page at this address has the window to itself. */
export function isBare(pages: readonly PanelPage[], address: string): boolean {
  return pages.some(({ bareRoutes }) =>
    bareRoutes.some((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(address)),
  )
}

export function pageByShortcut(pages: readonly PanelPage[], role: PanelRole, letter: string): PanelPage | undefined {
  return visiblePages(pages, role).find(({ shortcut }) => shortcut === letter)
}

/** What the command palette offers for these pages: opening each, and their actions. */
export function paletteTargets(
  pages: readonly PanelPage[],
  role: PanelRole,
): { readonly pages: readonly PanelPage[]; readonly actions: readonly PageAction[] } {
  const visible = visiblePages(pages, role)
  const actions = visible.flatMap((page) => page.actions).filter((action) => reaches(role, action.role))
  return { pages: visible, actions }
}

/** Every route of these pages, for the router. */
export function pageRoutes<Name extends string>(
  pages: readonly PanelPage<Name>[],
): { readonly path: string; readonly name: Name }[] {
  return pages.flatMap(({ name, routes }) => routes.map((path) => ({ path, name })))
}
