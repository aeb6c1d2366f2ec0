import type { CallSequence, CallTarget, Entrance } from '../../kernel/calls/call-sequence.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Scope } from '../../kernel/operation/contract/scopes.ts'
import type { Channels } from '../channels/channels.ts'
import type { Authenticate } from './authenticate.ts'
import type { Key } from './keys.ts'
import { quotaNameOf } from './quotas.ts'

/** What a key is used for besides operations: a stream of events, the sandbox, a message of MCP. */
export interface KeyTarget extends CallTarget {
  /** The name of its limit. */
  readonly name: string
  readonly grants: 'nothing'
  /** What is needed beside an allowed address. */
  require?(key: Key): void
}

interface KeyRequest {
  readonly target: KeyTarget
  readonly authorization: string | undefined
  readonly address: string
}

export type CheckKey = ReturnType<typeof createCheckKey>

/** Finds and checks the key of something that is not an operation, with the checks of an operation. */
export function createCheckKey(needs: {
  authenticate: Authenticate
  call: CallSequence
  /** What has to be done before somebody acts on the channel. */
  prepare: Channels['prepare']
}) {
  const { authenticate, call, prepare } = needs

  const entrance: Entrance<KeyRequest, KeyTarget, Key, Key, Key> = {
    isShed: true,
    find: ({ target }) => target,
    identify: ({ authorization, address }) => authenticate.key(authorization, address),
    actorOf: actorOfKey,
    quotaOf: (key, { name }) => quotaNameOf(key, name),
    admit({ address }, target, key) {
      requireAddress(authenticate, key, address)
      target.require?.(key)
    },
    // Only operations grant something.
    requireRecent() {},
    run: (_request, _target, key) => prepare(key.channel)?.then(() => key) ?? key,
    answer: (_request, _target, key) => key,
    refuse(failure) {
      throw failure
    },
  }
  return (target: KeyTarget, authorization: string | undefined, address: string): Promise<Key> =>
    call(entrance, { target, authorization, address })
}

/** How the event log and the log name a key. */
export function actorOfKey({ id }: Key): string {
  return `key:${id}`
}

export function requireAddress(authenticate: Authenticate, key: Key, address: string): void {
  if (!authenticate.mayUseFrom(key, address)) throw new Failure('address_not_allowed', { actor: actorOfKey(key) })
}

export function requireScope(key: Key, scope: Scope): void {
  if (key.scopes.has(scope)) return
  const message = messages.scopeNeeded.of({ scope })
  throw new Failure('missing_scope', { message, fields: { required_scope: scope }, actor: actorOfKey(key) })
}
