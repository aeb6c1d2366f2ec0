import type { Answer } from '../../api.ts'
import { Light } from '../../ui/light.tsx'
import { webhookMessages as messages } from './messages.ts'

export type WebhookEntry = Answer<'list-webhooks'>['webhooks'][number]

export function WebhookLight({ entry }: { entry: WebhookEntry }) {
  if (entry.disabled_reason === 'gone') return <Light state="stop" word={messages.gone()} />
  return entry.active === 1 ? <Light state="go" word={messages.on()} /> : <Light state="off" word={messages.off()} />
}
