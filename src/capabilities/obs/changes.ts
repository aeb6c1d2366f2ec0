import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ObsEvent } from '../../platforms/obs/obs-events.external.ts'
import { isMissing, type ObsItem } from '../../platforms/obs/requests.external.ts'
import { obsErrors } from './messages.ts'
import type { ObsUndo } from './obs-calls.ts'
import type { ObsSession } from './obs-session.ts'

/** The longest transition of OBS takes 20 s; a usual one less than one. */
const sceneTimeoutMs = 8_000
const changeTimeoutMs = 3_000
/** Volumes are compared so exactly, because OBS converts decibels into a factor and back. */
const volumeTolerance = 0.05

/** Makes a change and waits until OBS reports it. Returns whether it did. */
export async function confirmed(
  session: ObsSession,
  isMeant: (event: ObsEvent) => boolean,
  change: () => Promise<unknown>,
  timeoutMs = changeTimeoutMs,
): Promise<ObsEvent | undefined> {
  const expectation = session.expect(isMeant, timeoutMs)
  try {
    await change()
  } catch (error) {
    expectation.cancel()
    throw error
  }
  return expectation.came
}

/** OBS said yes and did nothing. */
function unchanged(message = obsErrors.stateStays.of()): Failure {
  return new Failure('obs_refused', { message, mayHaveHappened: true })
}

export async function switchScene(session: ObsSession, scene: string): Promise<void> {
  const { requests } = session
  if ((await requests.currentScene()) === scene) return
  const isMeant = (event: ObsEvent) => event.kind === 'scene' && event.scene === scene
  if (await confirmed(session, isMeant, () => requests.setScene(scene), sceneTimeoutMs)) return
  // A second switch in OBS itself swallows the report of the first.
  const current = await requests.currentScene()
  if (current !== scene) throw unchanged(obsErrors.sceneStays.of({ scene, current }))
}

export async function showItem(session: ObsSession, scene: string, itemId: number, visible: boolean): Promise<void> {
  const isMeant = (event: ObsEvent) =>
    event.kind === 'item' && event.scene === scene && event.itemId === itemId && event.isVisible === visible
  const change = () => session.requests.setItemVisible(scene, itemId, visible)
  if ((await confirmed(session, isMeant, change)) === undefined) throw unchanged()
}

export async function enableFilter(
  session: ObsSession,
  source: string,
  filter: string,
  enabled: boolean,
): Promise<void> {
  const isMeant = (event: ObsEvent) =>
    event.kind === 'filter' && event.source === source && event.filter === filter && event.isEnabled === enabled
  const change = () => session.requests.setFilterEnabled(source, filter, enabled)
  if ((await confirmed(session, isMeant, change)) === undefined) throw unchanged()
}

export async function mute(session: ObsSession, input: string, muted: boolean): Promise<void> {
  const isMeant = (event: ObsEvent) => event.kind === 'mute' && event.input === input && event.isMuted === muted
  const change = () => session.requests.setMuted(input, muted)
  if ((await confirmed(session, isMeant, change)) === undefined) throw unchanged()
}

export async function setVolume(session: ObsSession, input: string, volumeDb: number): Promise<void> {
  const isMeant = (event: ObsEvent) => event.kind === 'volume' && event.input === input
  const came = await confirmed(session, isMeant, () => session.requests.setVolumeDb(input, volumeDb))
  // OBS reports no change where the volume was the same.
  if (came === undefined && !isSameVolume(await session.requests.volumeDb(input), volumeDb)) throw unchanged()
}

export function isSameVolume(a: number, b: number): boolean {
  return Math.abs(a - b) <= volumeTolerance || (a <= -99 && b <= -99)
}

/** The item of a source in a scene or in one of its groups. */
export async function findItem(
  session: ObsSession,
  scene: string,
  source: string,
): Promise<{ readonly scene: string; readonly item: ObsItem } | undefined> {
  const items = await session.requests.listItems(scene)
  const own = items.find((item) => item.source === source)
  if (own !== undefined) return { scene, item: own }
  for (const { source: group, isGroup } of items) {
    if (!isGroup) continue
    const item = (await session.requests.listItems(group, true)).find((one) => one.source === source)
    if (item !== undefined) return { scene: group, item }
  }
  return undefined
}

/** Sets OBS back, if it still is as the call left it: what somebody has changed since then stays. */
export async function applyUndo(session: ObsSession, undo: ObsUndo): Promise<void> {
  const { requests } = session
  try {
    switch (undo.type) {
      case 'scene':
        if ((await requests.currentScene()) === undo.expected) await switchScene(session, undo.restore)
        break
      case 'source': {
        const { scene, itemId, expected, restore } = undo
        const item = (await itemsOf(session, scene)).find(({ id }) => id === itemId)
        if (item?.isVisible === expected) await showItem(session, scene, itemId, restore)
        break
      }
      case 'filter': {
        const { source, filter, expected, restore } = undo
        const found = (await requests.listFilters(source)).find(({ name }) => name === filter)
        if (found?.isEnabled === expected) await enableFilter(session, source, filter, restore)
        break
      }
      case 'mute':
        if ((await requests.isMuted(undo.input)) === undo.expected) await mute(session, undo.input, undo.restore)
        break
      case 'volume':
        if (isSameVolume(await requests.volumeDb(undo.input), undo.expected))
          await setVolume(session, undo.input, undo.restore)
        break
    }
  } catch (error) {
    // What was changed is gone, and there is nothing to set back.
    if (!isMissing(error)) throw error
  }
}

/** Items of groups are listed by a request of their own. */
async function itemsOf(session: ObsSession, scene: string): Promise<readonly ObsItem[]> {
  try {
    return await session.requests.listItems(scene)
  } catch {
    return session.requests.listItems(scene, true)
  }
}
