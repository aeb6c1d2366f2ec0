import { defineMessages } from '../../messages/message.ts'

/** Why OBS did not do what was asked. */
export const obsErrors = defineMessages('errors.obs', {
  noScene: 'OBS has no scene called {scene}.',
  noSource: 'OBS has no source called {source} in the scene {scene}.',
  noSourceAtAll: 'OBS has no source or scene called {source}.',
  noFilter: 'The source {source} has no filter called {filter} in OBS.',
  noInput: 'OBS has no input called {input}.',
  notText: '{input} is not a text source in OBS.',
  textFromFile: '{input} shows a text file. Turn off reading from a file in its properties in OBS.',
  sceneStays: 'OBS did not switch to {scene} in time. It shows {current}.',
  stateStays: 'OBS accepted the request, but nothing changed in time.',
  notStarted: {
    plural: 'seconds',
    one: 'OBS could not start within {seconds:number} s. It may show a window that says why.',
    other: 'OBS could not start within {seconds:number} s. It may show a window that says why.',
  },
  startFailed: 'OBS tried to start and stopped again. It may show a window that says why.',
  notStopped: 'OBS is still stopping.',
  onlyRecord: 'action pause and resume are for output record only.',
  pauseIgnored: 'OBS did not pause. It cannot pause a recording that shares the encoder of the stream.',
  notRecording: 'OBS is not recording.',
  replayOff: 'The replay buffer is off. Start it in OBS, or with obs-output.',
  replayNotSaved: 'OBS did not save the replay in time.',
  busy: 'Too many requests wait for OBS.',
  needsOne: 'muted or volume_db is required.',
  streamScope: 'Starting and stopping the stream needs the scope obs:stream.',
  mediaStays: 'OBS accepted the request, but the state of {input} is {state}.',
  tooManyScenes: 'OBS has more than {max:number} scenes.',
})

/** About an OBS on the machine of this server. */
export const localObsMessages = defineMessages('obs.local', {
  none: 'No OBS was found on this machine.',
  serverOff:
    'OBS was found on this machine, and its WebSocket server is off. Turn it on under Tools › WebSocket Server Settings.',
})

/** What the overlay page inside OBS can do, by the page permissions of its browser source. */
export const pageWayMessages = defineMessages('obs.page', {
  inUse: 'The overlay page inside OBS is in use.',
  cannotRead: 'It cannot read anything: page permissions are off.',
  cannotScenes: 'It cannot list scenes.',
  cannotReplay: 'It cannot save replays.',
  cannotSwitch: 'It cannot switch scenes or start the replay buffer.',
  cannotRecord: 'It cannot record, stream or start the virtual camera.',
  never: 'It can never change sources, filters, texts, audio or media: connect the WebSocket server of OBS for that.',
})
