import type { PageAction, PanelPage } from '../../../src/definitions/define-page.ts'
import type { IconName } from '../../../src/definitions/icons.ts'
import { occasionalPlaces, ownTitles, type Place, places } from '../../../src/definitions/places.ts'
import { type PanelRole, reaches } from '../../../src/kernel/operation/contract/panel-roles.ts'

/** The pages that a team member may open. */
export function visiblePages<P extends PanelPage>(pages: readonly P[], role: PanelRole): P[] {
  return pages.filter((page) => reaches(role, page.role))
}

/** A place of the rail with those of its pages that the team member may open. */
export interface RailPlace {
  readonly name: Place
  readonly title: string
  readonly icon: IconName
  /** The address of its first page. */
  readonly path: string
  readonly pages: readonly PanelPage[]
}

/** Who looks, and which places this person and the channel use. */
export interface PlaceUse {
  readonly role: PanelRole
  readonly used: readonly string[]
  readonly opened: readonly string[]
}

/** The places in the rail, and the others, which stand under More. */
export function railPlaces(
  pages: readonly PanelPage[],
  use: PlaceUse,
): { readonly rail: readonly RailPlace[]; readonly more: readonly RailPlace[] } {
  const all = places.flatMap((name) => placeOf(name, pages, use.role) ?? [])
  const isInRail = (place: RailPlace): boolean => use.opened.includes(place.name) || isNeeded(place, use)
  return { rail: all.filter(isInRail), more: all.filter((place) => !isInRail(place)) }
}

function isNeeded({ name, pages }: RailPlace, { role, used }: PlaceUse): boolean {
  const isOccasional = (occasionalPlaces as readonly Place[]).includes(name)
  return (!isOccasional || used.includes(name)) && pages.some(({ neededBy }) => reaches(role, neededBy))
}

export function placeOf(name: Place, pages: readonly PanelPage[], role: PanelRole): RailPlace | undefined {
  const own = visiblePages(pages, role).filter(({ place }) => place === name)
  const [first] = own
  if (first === undefined) return undefined
  const { title, icon } = ownTitles[name] ?? first
  return { name, title: title(), icon, path: first.path, pages: own }
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
