import type { Answer } from '../../api.ts'
import { date } from '../../format.ts'
import { now } from '../../state.ts'
import { Light } from '../../ui/light.tsx'
import { keyMessages } from './messages.ts'

export type KeyEntry = Answer<'list-keys'>['keys'][number]

export function isActive({ revoked_at, expires_at }: KeyEntry): boolean {
  return revoked_at === null && (expires_at === null || expires_at > now.value)
}

export function KeyLight({ entry }: { entry: KeyEntry }) {
  if (entry.revoked_at !== null) return <Light state="stop" word={keyMessages.revoked()} />
  if (!isActive(entry)) return <Light state="stop" word={keyMessages.expired()} />
  if (entry.expires_at !== null)
    return <Light state="standby" word={keyMessages.expiresOn({ date: date(entry.expires_at) })} />
  return <Light state="go" word={keyMessages.active()} />
}
