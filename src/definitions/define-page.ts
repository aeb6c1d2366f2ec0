import type { PanelRole } from '../kernel/operation/contract/panel-roles.ts'
import { defineMessages, type Message, message } from '../kernel/text/message.ts'
import type { IconName } from './icons.ts'
import type { Place } from './places.ts'
import type { Label } from './setting-fields.ts'

interface PageDefinition {
  readonly name: string
  /** Addresses below it belong to the page as well. */
  readonly path: string
  /** A message where other places have the same title. */
  readonly title: string | Label
  readonly place: Place
  readonly icon: IconName
  /** The letter that opens the page when it is pressed after G. */
  readonly shortcut: string
  /** The lowest role that may open the page; every role may where none is named. */
  readonly role?: PanelRole
  /** The lowest role that needs the page: others find it under More and in the command palette. */
  readonly neededBy?: PanelRole
  /** Routes below the path, such as `/:id`. */
  readonly routes?: readonly string[]
  /** Routes below the path that have the window to themselves, without rail and bars. */
  readonly bareRoutes?: readonly string[]
  /** The page fills the window and scrolls inside. */
  readonly fillsWindow?: boolean
  /** The page has a place in the bar at the foot of a phone, which has room for four. */
  readonly inPhoneBar?: boolean
  /** What the command palette offers besides opening the page. */
  readonly actions?: Readonly<Record<string, ActionDefinition>>
}

interface ActionDefinition {
  readonly title: string
  readonly path: string
  readonly icon: IconName
  readonly role: PanelRole
}

export interface PanelPage<Name extends string = string, Action extends string = string> {
  readonly name: Name
  readonly path: string
  readonly title: Label
  readonly place: Place
  readonly icon: IconName
  readonly shortcut: string
  readonly role: PanelRole
  readonly neededBy: PanelRole
  readonly routes: readonly string[]
  readonly bareRoutes: readonly string[]
  readonly fillsWindow: boolean
  readonly inPhoneBar: boolean
  readonly actions: readonly PageAction[]
  readonly actionTitles: Readonly<Record<Action, Message<string>>>
}

export interface PageAction {
  readonly title: () => string
  readonly path: string
  readonly icon: IconName
  readonly role: PanelRole
}

/** A page of the panel: its address, its place in the rail and its texts. The panel adds the component. */
export function definePage<const D extends PageDefinition>(
  definition: D,
): PanelPage<D['name'], keyof D['actions'] & string> {
  const {
    name,
    path,
    title,
    role = 'viewer',
    routes = [],
    bareRoutes = [],
    actions = {},
  } = definition as PageDefinition
  const actionTitles = defineMessages(
    `pages.${name}`,
    Object.fromEntries(Object.entries(actions).map(([action, { title }]) => [action, title])),
  ) as PanelPage['actionTitles']
  return {
    ...definition,
    name,
    title: typeof title === 'string' ? message<string>(`pages.${name}`, title) : title,
    role,
    neededBy: definition.neededBy ?? role,
    routes: [path, ...routes.map((route) => `${path}${route}`)],
    bareRoutes: bareRoutes.map((route) => `${path}${route}`),
    fillsWindow: definition.fillsWindow ?? false,
    inPhoneBar: definition.inPhoneBar ?? false,
    actions: Object.entries(actions).map(([action, rest]) => ({
      ...rest,
      title: actionTitles[action] as Message<string>,
    })),
    actionTitles,
  }
}
