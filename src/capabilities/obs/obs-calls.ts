import { type MediaAction, type ObsOutput, type ObsOutputAction, type ObsWay, obsOutputs } from './contract/obs.ts'

type JsonObject = Readonly<Record<string, unknown>>

export interface ObsStatus {
  readonly isConnected: boolean
  /** How OBS is reached; null while it is not. */
  readonly way: ObsWay | null
  readonly scene: string | null
  readonly previewScene: string | null
  readonly outputs: Readonly<Record<ObsOutput, boolean>>
  /** Null where it is not known. */
  readonly isOverlayOnAir: boolean | null
}

export interface ObsContent {
  readonly scenes: readonly {
    readonly name: string
    readonly sources: readonly { readonly name: string; readonly kind: string; readonly visible: boolean }[]
  }[]
  readonly inputs: readonly { readonly name: string; readonly kind: string; readonly muted: boolean }[]
}

/** Every call to OBS with its input and its answer. Both are plain JSON, because the call may go to another node. */
export interface ObsCalls {
  readonly status: { readonly input: Readonly<Record<never, never>>; readonly answer: ObsStatus }
  readonly list: { readonly input: Readonly<Record<never, never>>; readonly answer: ObsContent }
  readonly scene: {
    readonly input: { readonly scene: string; readonly seconds?: number | undefined }
    readonly answer: { readonly scene: string; readonly previousScene: string }
  }
  readonly source: {
    readonly input: {
      readonly source: string
      readonly scene?: string | undefined
      readonly visible: boolean
      readonly seconds?: number | undefined
    }
    readonly answer: { readonly scene: string; readonly visible: boolean; readonly previousVisible: boolean }
  }
  readonly filter: {
    readonly input: {
      readonly source: string
      readonly filter: string
      readonly enabled: boolean
      readonly seconds?: number | undefined
    }
    readonly answer: { readonly enabled: boolean; readonly previousEnabled: boolean }
  }
  /** The inputs with sound, each with its filters. */
  readonly 'audio-filters': {
    readonly input: Readonly<Record<never, never>>
    readonly answer: {
      readonly inputs: readonly { readonly name: string; readonly filters: readonly string[] }[]
    }
  }
  readonly text: {
    readonly input: { readonly source: string; readonly text: string }
    readonly answer: { readonly source: string; readonly text: string }
  }
  readonly input: {
    readonly input: { readonly input: string; readonly settings: JsonObject }
    readonly answer: { readonly input: string }
  }
  readonly audio: {
    readonly input: {
      readonly input: string
      readonly muted?: boolean | undefined
      readonly volumeDb?: number | undefined
      readonly seconds?: number | undefined
    }
    readonly answer: { readonly input: string }
  }
  readonly media: {
    readonly input: { readonly input: string; readonly action: MediaAction }
    readonly answer: { readonly input: string }
  }
  readonly output: {
    readonly input: { readonly output: ObsOutput; readonly action: ObsOutputAction }
    readonly answer: { readonly isActive: boolean; readonly path: string | null }
  }
  readonly replay: { readonly input: Readonly<Record<never, never>>; readonly answer: { readonly path: string } }
  readonly request: {
    readonly input: { readonly type: string; readonly data?: JsonObject | undefined }
    readonly answer: { readonly data: JsonObject }
  }
  /** Adds the overlay to the scene that is on air. `link` is a secret: it is never logged. */
  readonly 'add-overlay': {
    readonly input: { readonly link: string }
    readonly answer: { readonly source: string }
  }
}

export type ObsCallName = keyof ObsCalls
export type ObsInputOf<N extends ObsCallName> = ObsCalls[N]['input']
export type ObsAnswerOf<N extends ObsCallName> = ObsCalls[N]['answer']

/** A call with the input that belongs to its name. */
export type AnyObsCall = {
  readonly [N in ObsCallName]: { readonly name: N; readonly input: ObsInputOf<N> }
}[ObsCallName]

/** What undoes itself: OBS is set back to `restore` at that time if it still is as the call left it. */
export type ObsUndo =
  | { readonly type: 'scene'; readonly expected: string; readonly restore: string }
  | {
      readonly type: 'source'
      readonly scene: string
      readonly itemId: number
      readonly expected: boolean
      readonly restore: boolean
    }
  | {
      readonly type: 'filter'
      readonly source: string
      readonly filter: string
      readonly expected: boolean
      readonly restore: boolean
    }
  | { readonly type: 'mute'; readonly input: string; readonly expected: boolean; readonly restore: boolean }
  | { readonly type: 'volume'; readonly input: string; readonly expected: number; readonly restore: number }

export type ObsFilter = Pick<Extract<ObsUndo, { type: 'filter' }>, 'source' | 'filter'>

/** One undo for each thing that can be changed: a later one takes the place of the one before. */
export function targetOf(undo: ObsUndo | ({ readonly type: 'filter' } & ObsFilter)): string {
  switch (undo.type) {
    case 'scene':
      return 'scene'
    case 'source':
      return JSON.stringify(['source', undo.scene, undo.itemId])
    case 'filter':
      return JSON.stringify(['filter', undo.source, undo.filter])
    default:
      return JSON.stringify([undo.type, undo.input])
  }
}

/** The status of an OBS that nothing is known about. */
export const notConnected: ObsStatus = {
  isConnected: false,
  way: null,
  scene: null,
  previewScene: null,
  outputs: Object.fromEntries(obsOutputs.map((output) => [output, false])) as ObsStatus['outputs'],
  isOverlayOnAir: null,
}
