import type { QuickAction, QuickActionKind } from '../../src/capabilities/home/contract/quick-actions.ts'
import type { IconName } from '../../src/definitions/icons.ts'
import { call } from './api.ts'
import { quickActionMessages } from './pages/home/quick-action-messages.ts'
import { attempt } from './ui/attempt.ts'
import { showToast } from './ui/toasts.tsx'

export const quickIcons: Readonly<Record<QuickActionKind, IconName>> = {
  alert: 'alerts',
  effect: 'effects',
  command: 'commands',
  automation: 'automations',
  scene: 'overlay',
  clip: 'clip',
}

export function titleOf({ kind, title }: QuickAction): string {
  if (kind === 'clip') return quickActionMessages.createClip()
  return kind === 'command' ? `!${title}` : title
}

/** Does it, and says what happened. */
export function runQuickAction(action: QuickAction): Promise<void> {
  return attempt(async () => {
    await runners[action.kind](action)
    showToast(quickActionMessages[`${action.kind}Done`]({ name: titleOf(action) }))
  })
}

const runners: Readonly<Record<QuickActionKind, (action: QuickAction) => Promise<unknown>>> = {
  alert: ({ id }) => call('trigger-audio-alert', { id: Number(id) }),
  effect: ({ id }) => call('effect-trigger', { overlay_id: id }),
  command: ({ id }) => call('run-command', { id: Number(id) }),
  automation: ({ id }) => call('run-automation', { id: Number(id) }),
  scene: ({ id }) => call('obs-scene', { scene: id }),
  clip: () => call('clip', {}),
}
