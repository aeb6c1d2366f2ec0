import type { ThingKind } from '../../../../src/capabilities/change-log/contract/things.ts'
import { listOf } from '../../../../src/kernel/text/formats.ts'
import { type Answer, call } from '../../api.ts'
import { usedByMessages as messages } from '../../messages/used-by.ts'
import { useLoaded } from '../parts.tsx'

type Use = Answer<'list-uses'>['uses'][number]
type UserKind = Use['kind']

/** More names than these are counted only. */
const maxNames = 5

interface UsedByProps {
  readonly kind: ThingKind
  readonly thing: string | number
}

/** What uses the thing that somebody is about to delete, by name. */
export function UsedBy({ kind, thing }: UsedByProps) {
  const { value } = useLoaded(
    async () => (isAsked(kind) ? await call('list-uses', { kind, thing: String(thing) }) : { uses: [] }),
    [kind, thing],
  )
  const users = [...Map.groupBy(value?.uses ?? [], (use) => use.kind)]
  if (users.length === 0) return null
  return (
    <div class="used-by">
      <p>{messages.usedBy()}</p>
      <ul>
        {users.map(([user, uses]) => (
          <li key={user}>{lineOf(user, uses)}</li>
        ))}
      </ul>
    </div>
  )
}

function lineOf(kind: UserKind, uses: readonly Use[]): string {
  if (kind === 'home') return messages.home()
  const count = messages[kind]({ count: uses.length })
  const names = uses.map(({ name }) => name).filter((name) => name !== '')
  if (names.length === 0) return count
  const shown = names.slice(0, maxNames)
  return messages.named({ count, names: listOf(names.length > shown.length ? [...shown, '…'] : shown) })
}

type AskedKind = Parameters<typeof call<'list-uses'>>[1]['kind']

/** Nothing refers to a deck or a widget; what uses an upload is said where it is listed. */
function isAsked(kind: ThingKind): kind is AskedKind {
  return kind !== 'deck' && kind !== 'widget' && kind !== 'upload'
}
