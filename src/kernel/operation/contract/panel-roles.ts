import { defineMessages } from '../../text/message.ts'

/** What a team member may do in the panel. Each role may do everything that the roles before it may. */
export const panelRoles = ['viewer', 'moderator', 'editor', 'owner'] as const
export type PanelRole = (typeof panelRoles)[number]

export const panelRoleNames = defineMessages('panelRoles', {
  viewer: 'Read-only',
  moderator: 'Moderator',
  editor: 'Editor',
  owner: 'Owner',
})

/** The line a person reads when choosing a role. */
export const panelRoleDescriptions = defineMessages('panelRoles.descriptions', {
  viewer: 'Sees everything except secrets, changes nothing.',
  moderator: 'Moderates chat, triggers alerts and commands, changes title, category, points and watch time.',
  editor: 'Does what a moderator does, and changes all content and the overlay link.',
  owner: 'Does everything, including keys, team and platforms.',
})

export function reaches(role: PanelRole, needed: PanelRole): boolean {
  return panelRoles.indexOf(role) >= panelRoles.indexOf(needed)
}
