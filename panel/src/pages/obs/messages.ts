import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const obsCardMessages = defineMessages('settings.obs', {
  title: 'OBS',
  help: 'Switches scenes, shows sources, records and saves replays, and knows whether viewers see your overlay.',
  bySocket: 'Connected to the WebSocket server of OBS, which can do everything.',
  byPage: 'Connected through the overlay page inside OBS.',
  onAir: 'On air: {scene}',
  streaming: 'streaming',
  recording: 'recording',
  replayBuffer: 'replay buffer on',
  overlay: 'Overlay in OBS',
  overlayOnAir: 'on air',
  overlayNotOnAir: 'not on air',
  overlaySize: '{source}, {width:number} × {height:number} on a canvas of {canvasWidth:number} × {canvasHeight:number}',
  addOverlay: 'Add overlay to this scene',
  fixOverlay: 'Fix overlay',
  overlayAdded: 'The overlay is in the scene now.',
  find: 'Find OBS on this machine',
  finding: 'Looking for OBS…',
  use: 'Connect it',
  used: 'OBS connected',
})
