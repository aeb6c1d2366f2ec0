import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { MessagePart } from '../../kernel/text/message.ts'
import {
  browserKind,
  browserSettingsOut,
  isMissing,
  isTextKind,
  type ObsItem,
  readsTextFromFile,
} from '../../platforms/obs/requests.external.ts'
import { confirmed, enableFilter, findItem, isSameVolume, mute, setVolume, showItem, switchScene } from './changes.ts'
import { mediaStateWords } from './media-state-words.ts'
import { obsErrors } from './messages.ts'
import type { ObsAnswerOf, ObsCallName, ObsInputOf, ObsUndo } from './obs-calls.ts'
import type { ObsSession } from './obs-session.ts'
import { changeOutput, saveReplay } from './outputs.ts'

/** Plans that a change undoes itself; without seconds it forgets what was planned for the same thing. */
export type PlanUndo = (undo: ObsUndo, seconds: number | undefined) => Promise<void>

type Handler<N extends ObsCallName> = (
  input: ObsInputOf<N>,
  session: ObsSession,
  planUndo: PlanUndo,
) => Promise<ObsAnswerOf<N>>

/** Reads wait for nothing; changes wait for those before them. */
export const readCalls: ReadonlySet<ObsCallName> = new Set<ObsCallName>(['status', 'list', 'audio-filters'])

const maxScenes = 500
const maxInputs = 500
const scenesAtOnce = 10
/** The name of the browser source that the panel adds. */
const overlaySource = 'Showcaller overlay'

export const callHandlers: { readonly [N in ObsCallName]: Handler<N> } = {
  async status(_input, session) {
    await session.overlayChecked()
    const { state, overlay } = session
    if (state === undefined) throw new Failure('obs_not_connected')
    const { scene, previewScene, outputs } = state
    return {
      isConnected: true,
      way: 'socket',
      scene,
      previewScene,
      outputs,
      isOverlayOnAir: overlay === null ? null : overlay.isOnAir,
    }
  },

  async list(_input, session) {
    const { requests } = session
    const names = await requests.listScenes()
    if (names.length > maxScenes) {
      throw new Failure('obs_refused', { message: obsErrors.tooManyScenes.of({ max: maxScenes }) })
    }
    const scenes = await inBatches(names, async (name) => {
      const items = await withGroupItems(session, await requests.listItems(name))
      return { name, sources: items.map(({ source, kind, isVisible }) => ({ name: source, kind, visible: isVisible })) }
    })
    const inputs = await inBatches(await requests.listInputs(), async ({ name, kind }) => {
      // An input without sound is refused, and is not muted.
      const muted = await requests.isMuted(name).catch(() => false)
      return { name, kind, muted }
    })
    return { scenes, inputs }
  },

  async scene({ scene: wanted, seconds }, session, planUndo) {
    const { requests } = session
    const scene = await sceneNamed(session, wanted)
    const previousScene = await requests.currentScene()
    // Planned first: after a crash in between, the undo finds another scene than it expects and does nothing.
    await planUndo({ type: 'scene', expected: scene, restore: previousScene }, seconds)
    await switchScene(session, scene)
    return { scene, previousScene }
  },

  async source({ source, scene: wanted, visible, seconds }, session, planUndo) {
    const scene = wanted === undefined ? await session.requests.currentScene() : await sceneNamed(session, wanted)
    const found = await findItem(session, scene, source)
    if (found === undefined) {
      throw new Failure('source_not_found', { message: obsErrors.noSource.of({ source, scene }) })
    }
    const { id: itemId, isVisible } = found.item
    await planUndo({ type: 'source', scene: found.scene, itemId, expected: visible, restore: isVisible }, seconds)
    if (isVisible !== visible) await showItem(session, found.scene, itemId, visible)
    return { scene, visible, previousVisible: isVisible }
  },

  async filter({ source, filter, enabled, seconds }, session, planUndo) {
    const filters = await orMissing(session.requests.listFilters(source), () => {
      return new Failure('source_not_found', { message: obsErrors.noSourceAtAll.of({ source }) })
    })
    const found = filters.find(({ name }) => name === filter)
    if (found === undefined) {
      throw new Failure('filter_not_found', { message: obsErrors.noFilter.of({ source, filter }) })
    }
    await planUndo({ type: 'filter', source, filter, expected: enabled, restore: found.isEnabled }, seconds)
    if (found.isEnabled !== enabled) await enableFilter(session, source, filter, enabled)
    return { enabled, previousEnabled: found.isEnabled }
  },

  async 'audio-filters'(_input, session) {
    const { requests } = session
    const inputs = await inBatches((await requests.listInputs()).slice(0, maxInputs), async ({ name }) => {
      // An input without sound is refused.
      const hasSound = await requests.isMuted(name).then(
        () => true,
        () => false,
      )
      return hasSound ? [{ name, filters: (await requests.listFilters(name)).map((filter) => filter.name) }] : []
    })
    return { inputs: inputs.flat() }
  },

  async text({ source, text }, session) {
    const { requests } = session
    const { kind, settings } = await orMissing(requests.inputSettings(source), () => {
      return new Failure('source_not_found', { message: obsErrors.noSourceAtAll.of({ source }) })
    })
    if (!isTextKind(kind)) throw new Failure('obs_refused', { message: obsErrors.notText.of({ input: source }) })
    if (readsTextFromFile(settings)) {
      throw new Failure('obs_refused', { message: obsErrors.textFromFile.of({ input: source }) })
    }
    await requests.setInputSettings(source, { text })
    // Older versions of OBS do not report changed settings.
    if ((await requests.inputSettings(source)).settings.text !== text) {
      throw new Failure('obs_refused', { message: obsErrors.stateStays.of(), mayHaveHappened: true })
    }
    return { source, text }
  },

  async input({ input, settings }, session) {
    await requireInput(session, input)
    await session.requests.setInputSettings(input, settings)
    return { input }
  },

  async audio({ input, muted, volumeDb, seconds }, session, planUndo) {
    const { requests } = session
    if (muted === undefined && volumeDb === undefined) {
      throw new Failure('invalid_parameter', { message: obsErrors.needsOne.of() })
    }
    await requireInput(session, input)
    if (volumeDb !== undefined) {
      const before = await requests.volumeDb(input)
      await planUndo({ type: 'volume', input, expected: volumeDb, restore: before }, seconds)
      if (!isSameVolume(before, volumeDb)) await setVolume(session, input, volumeDb)
    }
    if (muted !== undefined) {
      const before = await requests.isMuted(input)
      await planUndo({ type: 'mute', input, expected: muted, restore: before }, seconds)
      if (before !== muted) await mute(session, input, muted)
    }
    return { input }
  },

  async media({ input, action }, session) {
    const { requests } = session
    await requireInput(session, input)
    const came = await confirmed(
      session,
      (event) => event.kind === 'media' && event.input === input && event.action === action,
      () => requests.triggerMedia(input, action),
    )
    if (came !== undefined) return { input }
    // Not every source reports its actions.
    const state = await requests.mediaState(input)
    if (isAfter(action, state)) return { input }
    const message = obsErrors.mediaStays.of({ input, state: mediaStateIn(state) })
    throw new Failure('obs_refused', { message, mayHaveHappened: true })
  },

  output: ({ output, action }, session) => changeOutput(session, output, action),

  replay: async (_input, session) => ({ path: await saveReplay(session) }),

  request: async ({ type, data }, session) => ({ data: await session.requests.ask(type, data) }),

  async 'add-overlay'({ link }, session) {
    const { requests, overlay } = session
    const scene = await requests.currentScene()
    const { width, height } = await requests.canvasSize()
    const settings = browserSettingsOut({ url: link, width, height, routesAudio: true })
    const source = overlay?.source ?? overlaySource
    const isThere = (await requests.listInputs(browserKind)).some(({ name }) => name === source)
    if (isThere) {
      await requests.setInputSettings(source, settings)
      const found = await findItem(session, scene, source)
      if (found === undefined) await requests.addItem(scene, source)
      else if (!found.item.isVisible) await showItem(session, found.scene, found.item.id, true)
      if (await requests.isMuted(source)) await mute(session, source, false)
    } else {
      await requests.createInput(scene, { name: source, kind: browserKind, settings })
    }
    await session.checkOverlay()
    return { source }
  },
}

/** By its exact name; otherwise by its name in any case, because viewers type names. */
async function sceneNamed(session: ObsSession, wanted: string): Promise<string> {
  const scenes = await session.requests.listScenes()
  const key = wanted.toLowerCase()
  const found = scenes.find((scene) => scene === wanted) ?? scenes.find((scene) => scene.toLowerCase() === key)
  if (found === undefined) throw new Failure('scene_not_found', { message: obsErrors.noScene.of({ scene: wanted }) })
  return found
}

async function requireInput(session: ObsSession, input: string): Promise<void> {
  await orMissing(session.requests.inputSettings(input), () => {
    return new Failure('input_not_found', { message: obsErrors.noInput.of({ input }) })
  })
}

async function orMissing<T>(work: Promise<T>, failure: () => Failure): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isMissing(error) ? failure() : error
  }
}

async function withGroupItems(session: ObsSession, items: readonly ObsItem[]): Promise<readonly ObsItem[]> {
  const lists = await Promise.all(
    items.map(async (item) => [item, ...(item.isGroup ? await session.requests.listItems(item.source, true) : [])]),
  )
  return lists.flat()
}

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += scenesAtOnce) {
    done.push(...(await Promise.all(items.slice(at, at + scenesAtOnce).map(work))))
  }
  return done
}

/** A later OBS may know further states. */
function mediaStateIn(state: string): string | MessagePart {
  return Object.hasOwn(mediaStateWords, state) ? mediaStateWords[state as keyof typeof mediaStateWords] : state
}

function isAfter(action: string, state: string): boolean {
  switch (action) {
    case 'pause':
      return state === 'paused'
    case 'stop':
      return state === 'stopped' || state === 'ended' || state === 'none'
    case 'play':
    case 'restart':
      return state === 'playing' || state === 'opening' || state === 'buffering'
    default:
      return true
  }
}
