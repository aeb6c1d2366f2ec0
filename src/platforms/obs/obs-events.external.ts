import type { MediaAction, ObsOutput } from '../../capabilities/obs/contract/obs.ts'
import { type JsonObject, numberIn, textIn } from '../calls/json-fields.ts'

/** What OBS reports about an output, in its order. A start that fails goes from `starting` to `stopped`. */
export type OutputStep =
  | 'starting'
  | 'started'
  | 'stopping'
  | 'stopped'
  | 'paused'
  | 'resumed'
  | 'reconnecting'
  | 'other'

/** A report of OBS, as far as this server uses it. */
export type ObsEvent =
  | { readonly kind: 'scene'; readonly scene: string }
  | { readonly kind: 'preview'; readonly scene: string }
  | { readonly kind: 'studio-mode'; readonly isOn: boolean }
  | { readonly kind: 'scene-renamed'; readonly from: string; readonly to: string }
  | { readonly kind: 'item'; readonly scene: string; readonly itemId: number; readonly isVisible: boolean }
  | { readonly kind: 'filter'; readonly source: string; readonly filter: string; readonly isEnabled: boolean }
  | { readonly kind: 'mute'; readonly input: string; readonly isMuted: boolean }
  | { readonly kind: 'volume'; readonly input: string; readonly volumeDb: number }
  | { readonly kind: 'media'; readonly input: string; readonly action: MediaAction | undefined }
  | {
      readonly kind: 'output'
      readonly output: ObsOutput
      readonly isActive: boolean
      readonly step: OutputStep
      readonly path: string | undefined
    }
  | { readonly kind: 'replay-saved'; readonly path: string }
  /** Scenes, sources or their settings are others now. */
  | { readonly kind: 'layout' }
  /** Another scene collection is loaded: everything is different. */
  | { readonly kind: 'collection' }

const outputEvents: Readonly<Record<string, ObsOutput>> = {
  RecordStateChanged: 'record',
  StreamStateChanged: 'stream',
  ReplayBufferStateChanged: 'replay_buffer',
  VirtualcamStateChanged: 'virtual_camera',
}
const layoutEvents: ReadonlySet<string> = new Set([
  'InputCreated',
  'InputRemoved',
  'InputNameChanged',
  'InputSettingsChanged',
  'InputAudioTracksChanged',
  'SceneCreated',
  'SceneRemoved',
  'SceneItemCreated',
  'SceneItemRemoved',
  'SceneItemListReindexed',
])
const mediaActions: Readonly<Record<string, MediaAction>> = {
  OBS_WEBSOCKET_MEDIA_INPUT_ACTION_PLAY: 'play',
  OBS_WEBSOCKET_MEDIA_INPUT_ACTION_PAUSE: 'pause',
  OBS_WEBSOCKET_MEDIA_INPUT_ACTION_STOP: 'stop',
  OBS_WEBSOCKET_MEDIA_INPUT_ACTION_RESTART: 'restart',
  OBS_WEBSOCKET_MEDIA_INPUT_ACTION_NEXT: 'next',
  OBS_WEBSOCKET_MEDIA_INPUT_ACTION_PREVIOUS: 'previous',
}

/** Undefined for a report that is not used here. Throws for one that is not as the protocol says. */
export function parseEvent(type: string, data: JsonObject): ObsEvent | undefined {
  const output = outputEvents[type]
  if (output !== undefined) return outputEvent(output, data)
  if (layoutEvents.has(type)) return { kind: 'layout' }
  switch (type) {
    case 'CurrentProgramSceneChanged':
      return { kind: 'scene', scene: textIn(data, 'sceneName') }
    case 'CurrentPreviewSceneChanged':
      return { kind: 'preview', scene: textIn(data, 'sceneName') }
    case 'StudioModeStateChanged':
      return { kind: 'studio-mode', isOn: data.studioModeEnabled === true }
    case 'SceneNameChanged':
      return { kind: 'scene-renamed', from: textIn(data, 'oldSceneName'), to: textIn(data, 'sceneName') }
    case 'CurrentSceneCollectionChanged':
      return { kind: 'collection' }
    case 'SceneItemEnableStateChanged':
      return {
        kind: 'item',
        scene: textIn(data, 'sceneName'),
        itemId: numberIn(data, 'sceneItemId'),
        isVisible: data.sceneItemEnabled === true,
      }
    case 'SourceFilterEnableStateChanged':
      return {
        kind: 'filter',
        source: textIn(data, 'sourceName'),
        filter: textIn(data, 'filterName'),
        isEnabled: data.filterEnabled === true,
      }
    case 'InputMuteStateChanged':
      return { kind: 'mute', input: textIn(data, 'inputName'), isMuted: data.inputMuted === true }
    case 'InputVolumeChanged':
      return { kind: 'volume', input: textIn(data, 'inputName'), volumeDb: numberIn(data, 'inputVolumeDb') }
    case 'MediaInputActionTriggered':
      return { kind: 'media', input: textIn(data, 'inputName'), action: mediaActions[textIn(data, 'mediaAction')] }
    case 'ReplayBufferSaved':
      return { kind: 'replay-saved', path: textIn(data, 'savedReplayPath') }
    default:
      return undefined
  }
}

const stepPrefix = 'OBS_WEBSOCKET_OUTPUT_'
const steps: readonly OutputStep[] = ['starting', 'started', 'stopping', 'stopped', 'paused', 'resumed', 'reconnecting']

function outputEvent(output: ObsOutput, data: JsonObject): ObsEvent {
  const word = textIn(data, 'outputState').replace(stepPrefix, '').toLowerCase()
  const path = typeof data.outputPath === 'string' && data.outputPath !== '' ? data.outputPath : undefined
  const step = steps.find((one) => one === word) ?? 'other'
  return { kind: 'output', output, isActive: data.outputActive === true, step, path }
}
