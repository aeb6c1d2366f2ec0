import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { nullable, object, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.obs', {
  connected: 'OBS connected',
  connectedVersion: 'OBS {version} connected',
  gone: 'OBS disconnected',
  scene: 'Scene changed',
  sceneChanged: 'Scene changed to {scene}',
  recordingStarted: 'Recording started',
  recordingStopped: 'Recording stopped',
  streamingStarted: 'OBS started streaming',
  streamingStopped: 'OBS stopped streaming',
  sourceShown: 'Source shown',
  shown: '{source} shown in {scene}',
  sourceHidden: 'Source hidden',
  hidden: '{source} hidden in {scene}',
  replaySaved: 'Replay saved',
  overlayAdded: 'Overlay added to OBS',
})

const shared = {
  group: 'obs',
  icon: 'clip',
  readableBy: { role: 'viewer', scope: 'obs:read' },
} as const

export const obsConnected = defineEvent({
  ...shared,
  kind: 'obs.connected',
  title: messages.connected,
  data: object({ version: text({ description: 'The version of OBS.' }) }),
  published: {
    example: { version: '32.0.1' },
  },
  sentence: ({ version }) => (version === '' ? messages.connected() : messages.connectedVersion({ version })),
})

export const obsGone = defineEvent({
  ...shared,
  kind: 'obs.gone',
  title: messages.gone,
  data: object({}),
  published: {
    type: 'obs.disconnected',
    example: {},
  },
  sentence: () => messages.gone(),
})

export const obsSceneChanged = defineEvent({
  ...shared,
  kind: 'obs.scene-changed',
  title: messages.scene,
  data: object({ scene: text(), previous_scene: nullable(text()) }),
  published: {
    example: { scene: 'Game', previous_scene: 'Starting soon' },
  },
  sentence: ({ scene }) => messages.sceneChanged({ scene }),
})

export const obsRecordingStarted = defineEvent({
  ...shared,
  kind: 'obs.recording-started',
  title: messages.recordingStarted,
  data: object({}),
  published: {
    example: {},
  },
  sentence: () => messages.recordingStarted(),
})

export const obsRecordingStopped = defineEvent({
  ...shared,
  kind: 'obs.recording-stopped',
  title: messages.recordingStopped,
  data: object({ path: nullable(text({ description: 'The file on the machine of OBS.' })) }),
  published: {
    example: { path: '/videos/2026-11-15.mkv' },
  },
  sentence: ({ path }) => withDetail(messages.recordingStopped(), path ?? ''),
})

export const obsStreamingStarted = defineEvent({
  ...shared,
  kind: 'obs.streaming-started',
  title: messages.streamingStarted,
  data: object({}),
  published: {
    example: {},
  },
  sentence: () => messages.streamingStarted(),
})

export const obsStreamingStopped = defineEvent({
  ...shared,
  kind: 'obs.streaming-stopped',
  title: messages.streamingStopped,
  data: object({}),
  published: {
    example: {},
  },
  sentence: () => messages.streamingStopped(),
})

export const obsSourceShown = defineEvent({
  ...shared,
  kind: 'obs.source-shown',
  title: messages.sourceShown,
  data: object({ scene: text(), source: text() }),
  published: {
    example: { scene: 'Game', source: 'Camera' },
  },
  sentence: ({ scene, source }) => messages.shown({ scene, source }),
})

export const obsSourceHidden = defineEvent({
  ...shared,
  kind: 'obs.source-hidden',
  title: messages.sourceHidden,
  data: object({ scene: text(), source: text() }),
  published: {
    example: { scene: 'Game', source: 'Camera' },
  },
  sentence: ({ scene, source }) => messages.hidden({ scene, source }),
})

export const obsReplaySaved = defineEvent({
  ...shared,
  kind: 'obs.replay-saved',
  title: messages.replaySaved,
  data: object({ path: text({ description: 'The file on the machine of OBS; empty where OBS does not say it.' }) }),
  published: {
    example: { path: '/videos/replay.mkv' },
  },
  sentence: ({ path }) => withDetail(messages.replaySaved(), path),
})

/** A person added the overlay with one click. */
export const obsOverlayAdded = defineEvent({
  kind: 'panel.add-obs-overlay',
  group: 'panel',
  icon: 'overlay',
  title: messages.overlayAdded,
  data: object({ source: text() }),
  readableBy: { role: 'editor', scope: null },
  sentence: ({ source }) => withDetail(messages.overlayAdded(), source),
})

export const obsEvents = [
  obsConnected,
  obsGone,
  obsSceneChanged,
  obsRecordingStarted,
  obsRecordingStopped,
  obsStreamingStarted,
  obsStreamingStopped,
  obsSourceShown,
  obsSourceHidden,
  obsReplaySaved,
  obsOverlayAdded,
] as const
