import type { Caller } from '../../kernel/operation/caller.ts'
import { type Reader, sql } from '../../kernel/storage/database.ts'

/** Who runs a show. */
export interface Operator {
  /** The same for a person in the panel and for a key that this person created. */
  readonly id: string
  readonly name: string
}

const findKey = sql<{ owner: number; id: string }, { name: string; created_by: string | null }>(
  'SELECT name, created_by FROM api_keys WHERE channel_id = :owner AND id = :id',
)
const findPerson = sql<{ id: string }, { name: string }>('SELECT name FROM people WHERE id = :id')

/**
 * A key acts as the person who created it, so that one person with a deck and the panel is one operator. A key that no
 * person created, for example one of the command line, is an operator of its own name.
 */
export async function operatorOf(reader: Reader, { channel, actor }: Omit<Caller, 'requestId'>): Promise<Operator> {
  const [kind, id = ''] = splitActor(actor)
  if (kind === 'person') return personOf(reader, actor, id)
  if (kind !== 'key') return { id: actor, name: actor }
  const key = await reader.get(findKey, { owner: channel.ownerId, id })
  const [creator, person = ''] = splitActor(key?.created_by ?? '')
  if (creator === 'person') return personOf(reader, key?.created_by ?? actor, person)
  return { id: actor, name: key?.name ?? actor }
}

async function personOf(reader: Reader, actor: string, id: string): Promise<Operator> {
  return { id: actor, name: (await reader.get(findPerson, { id }))?.name ?? actor }
}

function splitActor(actor: string): readonly [kind: string, id: string] {
  const at = actor.indexOf(':')
  return at < 0 ? [actor, ''] : [actor.slice(0, at), actor.slice(at + 1)]
}
