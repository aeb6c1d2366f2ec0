import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { platformTitles } from '../../platforms/contract/platforms.ts'
import { platformMessages } from '../../platforms/messages.ts'
import type { PlatformUser, UserReference } from '../../platforms/platform.ts'
import { inTime, type Platforms } from '../../platforms/platforms.ts'
import type { Viewer } from './viewer.ts'
import { findByFormerName, findPersonOnKick, type ViewerLookups } from './viewer-rows.ts'

/** A stored viewer, or one that only the platform knows so far. */
export type FoundViewer<V = Viewer> =
  | { readonly known: V }
  | { readonly platform: Platform; readonly fresh: PlatformUser }

export interface ViewerReference {
  readonly userid?: string | undefined
  readonly username?: string | undefined
}

/** How a lookup asks the platforms. A platform that cannot be asked throws `platform_unavailable`. */
export interface Asking {
  ask(channel: number, platform: Platform, reference: UserReference): Promise<PlatformUser | undefined>
  /** Whether the connector of this platform knows which accounts belong to one person. */
  knowsPersons(channel: number, platform: Platform): Promise<boolean>
}

interface Place<Row, V> {
  readonly reader: Reader
  readonly channel: number
  readonly platform: Platform
  readonly asking: Asking
  readonly lookups: ViewerLookups<Row, V>
}

/** Asks the connected platforms. */
export function askingPlatforms(platforms: Platforms): Asking {
  return {
    async ask(channel, platform, reference) {
      const connection = await platforms.find(channel, platform)
      if (connection === undefined) throw notConnected(platform)
      try {
        return await inTime(connection, (signal) =>
          connection.connector.findUser(connection.account, reference, signal),
        )
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'platform_unavailable') throw error
        // For the caller of a lookup every reason means the same: the platform could not be asked.
        throw new Failure('platform_unavailable', { message: error.text, cause: error })
      }
    },
    knowsPersons: async (channel, platform) =>
      (await platforms.find(channel, platform))?.connector.knowsPersons ?? false,
  }
}

/** Thrown inside a transaction where a platform has to be asked: that is done outside of it. */
export const askNeeded = new Error('a platform has to be asked')

/** For transactions, which must not wait for a platform. */
export const askingLater: Asking = {
  ask: () => Promise.reject(askNeeded),
  // The question which connector this is would be a query of its own: the lookup outside answers it.
  knowsPersons: async () => true,
}

/** For texts and previews, which never wait for a platform. */
export const askingNobody: Asking = {
  ask: () => Promise.reject(new Failure('platform_unavailable')),
  knowsPersons: async () => true,
}

/**
 * The one order in which every operation finds a viewer:
 *
 * 1. `userid` as the Kick id. On Kick an id that is not stored is asked of Kick before any name is read; if Kick cannot
 *    be asked the lookup ends, because the name beside the id could be somebody else's. On another platform the Kick id
 *    stands for the account that is linked to it there.
 * 2. `username` on the platform: the stored viewer who has it now, then whom the platform knows by it. A former name
 *    counts when the platform has nobody of that name, or cannot be asked.
 * 3. On another platform than Kick, `userid` as an id of that platform: last, so that somebody who has the same number
 *    there by chance is never preferred to the right name.
 */
export function lookUp<Row, V>(
  place: Place<Row, V>,
  { userid, username }: ViewerReference,
): Promise<FoundViewer<V> | undefined> {
  if (userid !== undefined) return byIdAndName(place, userid, username)
  return username === undefined ? Promise.resolve(undefined) : byName(place, username)
}

async function byIdAndName<Row, V>(place: Place<Row, V>, userid: string, username: string | undefined) {
  const isKick = place.platform === 'kick'
  const found = await (isKick ? byOwnId(place, userid) : byLinkedAccount(place, userid))
  if (found !== undefined) return found
  const named = username === undefined ? undefined : await byName(place, username)
  return named ?? (isKick ? undefined : byOwnId(place, userid))
}

/** By the platform's own id: stored, or known to the platform. */
async function byOwnId<Row, V>(place: Place<Row, V>, userId: string): Promise<FoundViewer<V> | undefined> {
  const { reader, channel, platform, lookups } = place
  const row = await reader.get(lookups.byUser, { channel, platform, userId })
  if (row !== undefined) return { known: lookups.read(row) }
  return platform === 'kick' ? fresh(place, { id: userId }) : freshIfConnected(place, { id: userId })
}

/** The account on this platform of the person who has the Kick id. */
async function byLinkedAccount<Row, V>(place: Place<Row, V>, userId: string): Promise<FoundViewer<V> | undefined> {
  const { reader, channel, platform, asking, lookups } = place
  const onKick = await reader.get(findPersonOnKick, { channel, userId })
  if (onKick !== undefined && onKick.person === null) return undefined
  const isAsked = onKick === undefined && (await asking.knowsPersons(channel, 'kick'))
  const person = onKick?.person ?? (isAsked ? (await asking.ask(channel, 'kick', { id: userId }))?.person : undefined)
  if (person === undefined) return undefined
  const linked = await reader.get(lookups.byPerson, { channel, platform, person })
  if (linked !== undefined) return { known: lookups.read(linked) }
  return (await asking.knowsPersons(channel, platform)) ? fresh(place, { person }) : undefined
}

async function byName<Row, V>(place: Place<Row, V>, username: string): Promise<FoundViewer<V> | undefined> {
  const { reader, channel, platform, lookups } = place
  const key = nameKey(username)
  const row = await reader.get(lookups.byName, { channel, platform, key })
  if (row !== undefined) return { known: lookups.read(row) }
  const former = await reader.get(findByFormerName, { channel, platform, key })
  const formerRow = former && (await reader.get(lookups.byId, { channel, id: former.id }))
  if (formerRow === undefined) return freshIfConnected(place, { username })
  try {
    return (await freshIfConnected(place, { username })) ?? { known: lookups.read(formerRow) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'platform_unavailable') {
      return { known: lookups.read(formerRow) }
    }
    throw error
  }
}

type Elsewhere = Pick<Place<never, never>, 'channel' | 'platform' | 'asking'>

async function fresh(place: Elsewhere, reference: UserReference): Promise<FoundViewer<never> | undefined> {
  const { channel, platform, asking } = place
  const user = await asking.ask(channel, platform, reference)
  return user && { platform, fresh: user }
}

/** Without an account nobody can be known there: that is not an outage. */
async function freshIfConnected(place: Elsewhere, reference: UserReference): Promise<FoundViewer<never> | undefined> {
  try {
    return await fresh(place, reference)
  } catch (error) {
    if (error instanceof Failure && error.cause === noAccount) return undefined
    throw error
  }
}

const noAccount = 'no account is connected'

function notConnected(platform: Platform): Failure {
  const message = platformMessages.notConnected.of({ service: platformTitles[platform] })
  return new Failure('platform_unavailable', { message, cause: noAccount })
}
