/** The words of the OBS operations and steps, shared with browsers. */
export const obsOutputs = ['record', 'stream', 'replay_buffer', 'virtual_camera'] as const
export type ObsOutput = (typeof obsOutputs)[number]

export const obsOutputActions = ['start', 'stop', 'toggle', 'pause', 'resume'] as const
export type ObsOutputAction = (typeof obsOutputActions)[number]

export const obsMediaActions = ['play', 'pause', 'stop', 'restart', 'next', 'previous'] as const
export type MediaAction = (typeof obsMediaActions)[number]

/** What may be wrong with the overlay's browser source in OBS. */
export const obsOverlayProblems = [
  'missing',
  'not_in_scene',
  'hidden',
  'old_link',
  'size',
  'audio_not_in_obs',
  'muted',
] as const
export type ObsOverlayProblem = (typeof obsOverlayProblems)[number]

/** `socket`: the WebSocket server of OBS. `page`: the overlay page inside OBS. */
export const obsWays = ['socket', 'page'] as const
export type ObsWay = (typeof obsWays)[number]

/** How the overlay stands in OBS. */
export interface OverlayReport {
  /** The browser source with the overlay link; null if OBS has none. */
  readonly source: string | null
  /** Whether it is visible in the scene that is on air. */
  readonly isOnAir: boolean
  readonly width: number
  readonly height: number
  readonly canvasWidth: number
  readonly canvasHeight: number
  readonly problems: readonly ObsOverlayProblem[]
}

/** What every node knows about the OBS of a channel while it is connected. */
export interface ObsSnapshot {
  readonly version: string
  readonly scene: string
  readonly previewScene: string | null
  readonly outputs: Readonly<Record<ObsOutput, boolean>>
  readonly overlay: OverlayReport | null
}
