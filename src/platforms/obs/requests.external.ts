import type { MediaAction, ObsOutput } from '../../capabilities/obs/contract/obs.ts'
import { asObject, type JsonObject, numberIn, objectIn, objectsIn, textIn } from '../calls/json-fields.ts'
import { type AskObs, ObsRefusal } from './obs-socket.ts'
import { missingStatus } from './protocol.external.ts'

/** What is on air, and which outputs are active. */
export interface ObsState {
  readonly version: string
  readonly scene: string
  /** In studio mode only. */
  readonly previewScene: string | null
  readonly outputs: Readonly<Record<ObsOutput, boolean>>
  readonly isRecordPaused: boolean
}

export interface ObsItem {
  readonly id: number
  readonly source: string
  readonly kind: string
  readonly isVisible: boolean
  readonly isGroup: boolean
  /** A scene that is used as a source. */
  readonly isScene: boolean
}

export interface ObsInput {
  readonly name: string
  readonly kind: string
}

export type ObsRequests = ReturnType<typeof createObsRequests>

const outputRequests = {
  record: { status: 'GetRecordStatus', start: 'StartRecord', stop: 'StopRecord' },
  stream: { status: 'GetStreamStatus', start: 'StartStream', stop: 'StopStream' },
  replay_buffer: { status: 'GetReplayBufferStatus', start: 'StartReplayBuffer', stop: 'StopReplayBuffer' },
  virtual_camera: { status: 'GetVirtualCamStatus', start: 'StartVirtualCam', stop: 'StopVirtualCam' },
} as const satisfies Record<ObsOutput, object>

const sceneKind = 'scene'
export const browserKind = 'browser_source'

/** The requests of obs-websocket 5 that this server makes, in its own words. */
export function createObsRequests(ask: AskObs) {
  /** An output that this OBS does not have, such as the virtual camera of some builds, is never active. */
  async function isActive(output: ObsOutput): Promise<{ isActive: boolean; isPaused: boolean }> {
    try {
      const { outputActive, outputPaused } = await ask(outputRequests[output].status)
      return { isActive: outputActive === true, isPaused: outputPaused === true }
    } catch (error) {
      if (error instanceof ObsRefusal && output !== 'record' && output !== 'stream')
        return { isActive: false, isPaused: false }
      throw error
    }
  }

  const inputSettings = async (input: string): Promise<{ readonly kind: string; readonly settings: JsonObject }> => {
    const answer = await ask('GetInputSettings', { inputName: input })
    return { kind: textIn(answer, 'inputKind'), settings: objectIn(answer, 'inputSettings') }
  }

  return {
    ask,
    isActive,

    async readState(): Promise<ObsState> {
      const version = await ask('GetVersion')
      const scenes = await ask('GetSceneList')
      const preview = scenes.currentPreviewSceneName
      const record = await isActive('record')
      return {
        version: textIn(version, 'obsVersion'),
        scene: textIn(scenes, 'currentProgramSceneName'),
        previewScene: typeof preview === 'string' && preview !== '' ? preview : null,
        outputs: {
          record: record.isActive,
          stream: (await isActive('stream')).isActive,
          replay_buffer: (await isActive('replay_buffer')).isActive,
          virtual_camera: (await isActive('virtual_camera')).isActive,
        },
        isRecordPaused: record.isPaused,
      }
    },

    /** In the order of OBS, from the top down. */
    async listScenes(): Promise<readonly string[]> {
      const scenes = objectsIn(await ask('GetSceneList'), 'scenes')
      return scenes
        .toSorted((a, b) => numberIn(b, 'sceneIndex') - numberIn(a, 'sceneIndex'))
        .map((scene) => textIn(scene, 'sceneName'))
    },

    async currentScene(): Promise<string> {
      return textIn(await ask('GetCurrentProgramScene'), 'currentProgramSceneName')
    },

    async setScene(scene: string): Promise<void> {
      await ask('SetCurrentProgramScene', { sceneName: scene })
    },

    /** The items of a scene or of a group, from the top down. */
    async listItems(scene: string, isGroup = false): Promise<readonly ObsItem[]> {
      const answer = await ask(isGroup ? 'GetGroupSceneItemList' : 'GetSceneItemList', { sceneName: scene })
      return objectsIn(answer, 'sceneItems')
        .toSorted((a, b) => numberIn(b, 'sceneItemIndex') - numberIn(a, 'sceneItemIndex'))
        .map((item) => ({
          id: numberIn(item, 'sceneItemId'),
          source: textIn(item, 'sourceName'),
          kind: typeof item.inputKind === 'string' ? item.inputKind : item.isGroup === true ? 'group' : sceneKind,
          isVisible: item.sceneItemEnabled === true,
          isGroup: item.isGroup === true,
          isScene: typeof item.inputKind !== 'string' && item.isGroup !== true,
        }))
    },

    async setItemVisible(scene: string, itemId: number, isVisible: boolean): Promise<void> {
      await ask('SetSceneItemEnabled', { sceneName: scene, sceneItemId: itemId, sceneItemEnabled: isVisible })
    },

    async addItem(scene: string, source: string): Promise<void> {
      await ask('CreateSceneItem', { sceneName: scene, sourceName: source, sceneItemEnabled: true })
    },

    async listInputs(kind?: string): Promise<readonly ObsInput[]> {
      const answer = await ask('GetInputList', kind === undefined ? undefined : { inputKind: kind })
      return objectsIn(answer, 'inputs').map((input) => ({
        name: textIn(input, 'inputName'),
        kind: textIn(input, 'unversionedInputKind'),
      }))
    },

    inputSettings,

    async setInputSettings(input: string, settings: JsonObject): Promise<void> {
      await ask('SetInputSettings', { inputName: input, inputSettings: settings, overlay: true })
    },

    async createInput(scene: string, input: { name: string; kind: string; settings: JsonObject }): Promise<void> {
      const { name, kind, settings } = input
      await ask('CreateInput', {
        sceneName: scene,
        inputName: name,
        inputKind: kind,
        inputSettings: settings,
        sceneItemEnabled: true,
      })
    },

    async isMuted(input: string): Promise<boolean> {
      return (await ask('GetInputMute', { inputName: input })).inputMuted === true
    },

    async setMuted(input: string, isMuted: boolean): Promise<void> {
      await ask('SetInputMute', { inputName: input, inputMuted: isMuted })
    },

    /** Decibels; silence is -100. */
    async volumeDb(input: string): Promise<number> {
      const { inputVolumeDb } = await ask('GetInputVolume', { inputName: input })
      // JSON has no minus infinity: OBS sends null.
      return typeof inputVolumeDb === 'number' ? Math.max(inputVolumeDb, -100) : -100
    },

    async setVolumeDb(input: string, volumeDb: number): Promise<void> {
      await ask('SetInputVolume', { inputName: input, inputVolumeDb: volumeDb })
    },

    async listFilters(source: string): Promise<readonly { readonly name: string; readonly isEnabled: boolean }[]> {
      const filters = objectsIn(await ask('GetSourceFilterList', { sourceName: source }), 'filters')
      return filters.map((filter) => ({ name: textIn(filter, 'filterName'), isEnabled: filter.filterEnabled === true }))
    },

    async setFilterEnabled(source: string, filter: string, isEnabled: boolean): Promise<void> {
      await ask('SetSourceFilterEnabled', { sourceName: source, filterName: filter, filterEnabled: isEnabled })
    },

    async triggerMedia(input: string, action: MediaAction): Promise<void> {
      const word = `OBS_WEBSOCKET_MEDIA_INPUT_ACTION_${action.toUpperCase()}`
      await ask('TriggerMediaInputAction', { inputName: input, mediaAction: word })
    },

    /** `playing`, `paused`, `stopped`, `ended` and others, in lower case. */
    async mediaState(input: string): Promise<string> {
      const { mediaState } = await ask('GetMediaInputStatus', { inputName: input })
      return String(mediaState).replace('OBS_MEDIA_STATE_', '').toLowerCase()
    },

    async startOutput(output: ObsOutput): Promise<void> {
      await ask(outputRequests[output].start)
    },

    /** Returns the file, where OBS says it. */
    async stopOutput(output: ObsOutput): Promise<string | undefined> {
      const { outputPath } = await ask(outputRequests[output].stop)
      return typeof outputPath === 'string' && outputPath !== '' ? outputPath : undefined
    },

    pauseRecord: () => ask('PauseRecord'),
    resumeRecord: () => ask('ResumeRecord'),
    saveReplay: () => ask('SaveReplayBuffer'),

    async canvasSize(): Promise<{ readonly width: number; readonly height: number }> {
      const answer = await ask('GetVideoSettings')
      return { width: numberIn(answer, 'baseWidth'), height: numberIn(answer, 'baseHeight') }
    },
  }
}

/** Whether OBS has nothing of the name that was asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof ObsRefusal && error.obsStatus === missingStatus
}

/** The settings of a browser source that this server uses. The defaults are those of OBS. */
export interface BrowserSettings {
  readonly url: string
  readonly width: number
  readonly height: number
  /** "Control audio via OBS". */
  readonly routesAudio: boolean
}

export function browserSettingsIn(settings: JsonObject): BrowserSettings {
  const { url, width, height, reroute_audio: routesAudio } = asObject(settings)
  return {
    url: typeof url === 'string' ? url : '',
    width: typeof width === 'number' ? width : 800,
    height: typeof height === 'number' ? height : 600,
    routesAudio: routesAudio === true,
  }
}

export function browserSettingsOut({ url, width, height, routesAudio }: BrowserSettings): JsonObject {
  return { url, width, height, reroute_audio: routesAudio }
}

/** Whether a text source shows a file instead of its text. Its kinds differ by platform. */
export function readsTextFromFile(settings: JsonObject): boolean {
  return settings.read_from_file === true || settings.from_file === true
}

export function isTextKind(kind: string): boolean {
  return kind.startsWith('text_')
}
