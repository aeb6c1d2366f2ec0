import type { Answer } from '../../api.ts'

export type Reward = Answer<'list-rewards'>['rewards'][number]

/** What the dialog of a reward changes; its switches are in the list. */
export function contentOf({ id, enabled, paused, color, can_manage, ...edited }: Reward) {
  return edited
}
