import type { WrittenStep } from '../../../../src/contract/steps/define-step.ts'
import type { Answer, Calls } from '../../api.ts'

export type CommandEntry = Answer<'browse-commands'>['commands'][number]
export type Parts = Answer<'get-command-parts'>
export type Draft = Omit<CommandEntry, 'id' | 'run_count' | 'last_run_at'>
export const plainDraft: Draft = {
  command: '',
  aliases: [],
  active: true,
  show_in_list: true,
  api_enabled: true,
  cooldown_global_seconds: 0,
  cooldown_user_seconds: 5,
  message: '',
  permissions: ['everyone'],
  denied_permissions: [],
  actions: { version: 1, steps: [] },
  platforms: ['kick', 'twitch', 'youtube', 'tiktok'],
  auto_message_interval_minutes: 0,
  auto_message_min_chat_count: 0,
  points_cost: 0,
  coin_cost: 0,
  delete_cost: 0,
  only_game_ids: [],
  blocked_game_ids: [],
}

export function draftOf({ id: _id, run_count: _runs, last_run_at: _last, ...written }: CommandEntry): Draft {
  return written
}

export function inputOf(draft: Draft, id: number | undefined): Calls['save-command']['input'] {
  return id === undefined ? draft : { ...draft, id }
}

export function stepsIn({ actions }: Pick<Draft, 'actions'>): readonly WrittenStep[] {
  return Array.isArray(actions.steps) ? actions.steps.filter((step) => typeof step === 'object' && step !== null) : []
}
