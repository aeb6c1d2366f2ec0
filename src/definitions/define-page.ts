import type { PanelRole } from '../kernel/operation/contract/panel-roles.ts'
import { defineMessages, type Message, message } from '../kernel/text/message.ts'
import { commonWords } from './common-words.ts'
import type { IconName } from './icons.ts'
import type { Label } from './setting-fields.ts'

/** The groups of the rail, in its order. `settings` stands at the foot, without a title. */
export const pageGroups = ['show', 'content', 'people', 'api', 'settings'] as const
export type PageGroup = (typeof pageGroups)[number]

export const pageGroupTitles = defineMessages('pages.groups', {
  show: 'Show',
  content: 'Content',
  people: 'People',
  api: 'API',
  settings: commonWords.settings,
})

interface PageDefinition {
  readonly name: string
  /** `/` or one segment; addresses below it belong to the page as well. */
  readonly path: string
  /** A message where other places have the same title. */
  readonly title: string | Label
  readonly group: PageGroup
  readonly icon: IconName
  /** The letter that opens the page when it is pressed after G. */
  readonly shortcut: string
  /** The lowest role that sees the page; every role does where none is named. */
  readonly role?: PanelRole
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
  /** Addresses that accessibility tests and Lighthouse visit; `{key}` stands for the id of an API key. */
  readonly samples: readonly string[]
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
  readonly group: PageGroup
  readonly icon: IconName
  readonly shortcut: string
  readonly role: PanelRole
  readonly routes: readonly string[]
  readonly bareRoutes: readonly string[]
  readonly fillsWindow: boolean
  readonly inPhoneBar: boolean
  readonly actions: readonly PageAction[]
  readonly actionTitles: Readonly<Record<Action, Message<string>>>
  readonly samples: readonly string[]
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
