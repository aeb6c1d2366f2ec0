import { defineMessages } from '../../kernel/text/message.ts'

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
  pageOnly:
    'OBS is reached through the overlay page, which cannot do this. Connect the WebSocket server of OBS in the panel under Settings, Platforms.',
  pageLevel:
    'The page permissions of the overlay in OBS do not allow this. Set them to {level} in the properties of the browser source.',
  tooManyScenes: 'OBS has more than {max:number} scenes.',
})

/** About an OBS on the machine of this server. */
export const localObsMessages = defineMessages('obs.local', {
  none: 'No OBS was found on this machine.',
  serverOff:
    'OBS was found on this machine, and its WebSocket server is off. Turn it on under Tools › WebSocket Server Settings.',
})

/** The names that OBS shows for page permissions, in the properties of a browser source. */
export const pageLevelNames = defineMessages('obs.pageLevels', {
  level1: '"Read access to OBS status information"',
  level2: '"Read access to user information"',
  level3: '"Basic access to OBS"',
  level4: '"Advanced access to OBS"',
  level5: '"Full access to OBS"',
})

/** What the overlay page inside OBS can do, by the page permissions of its browser source. */
export const pageWayMessages = defineMessages('obs.page', {
  cannotScenes: 'It cannot list scenes.',
  cannotReplay: 'It cannot save replays.',
  cannotSwitch: 'It cannot switch scenes or start the replay buffer.',
  cannotRecord: 'It cannot record, stream or start the virtual camera.',
  never: 'It can never change sources, filters, texts, audio or media: connect the WebSocket server of OBS for that.',
})
