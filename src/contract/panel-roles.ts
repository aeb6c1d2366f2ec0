/** What a person may do at the panel. Each role may do what stands before it, and more. */
export const panelRoles = ['viewer', 'moderator', 'editor', 'owner'] as const
export type PanelRole = (typeof panelRoles)[number]

/** The line a person reads when choosing one. */
export const panelRoleLines: Readonly<Record<PanelRole, string>> = {
  viewer: 'Sees everything but secrets, changes nothing.',
  moderator: 'Title and category, points and watch time, tests on the overlay.',
  editor: 'What a moderator may, the overlay link and all content.',
  owner: 'Everything, with keys, people and platforms.',
}

export function reaches(role: PanelRole, needed: PanelRole): boolean {
  return panelRoles.indexOf(role) >= panelRoles.indexOf(needed)
}
