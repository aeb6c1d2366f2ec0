import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'

export const voiceMessages = defineMessages('settings.voice', {
  now: 'Voice effects',
  speech: commonLabels.textToSpeech,
  microphone: commonLabels.microphone,
  none: 'No effect',
  remaining: '{name}, {seconds:number} s left',
  ending: '{name}, ends as soon as {program} is connected',
  endingSoon: '{name}, ending',
  obs: 'OBS',
  voicemod: 'Voicemod',
  stop: commonLabels.stop,
  stopOf: 'Stop: {target}',
  target: commonLabels.voice,
  effect: commonLabels.effect,
  seconds: commonLabels.seconds,
  start: 'Start effect',
  noEffects: 'Choose filters of OBS or connect Voicemod below.',
  started: 'Voice effect started',
  inObs: 'Microphone in OBS',
  inObsHelp:
    'Add a filter to your microphone in OBS, such as a VST plug-in that shifts the pitch, and leave it turned off. An effect turns it on for as long as it lasts.',
  obsAway: 'OBS is not connected.',
  connectObs: 'Connect OBS',
  input: commonLabels.microphone,
  noInput: 'No microphone',
  missing: '{name} (not in OBS)',
  filters: 'Filters that are effects',
  noFilters: 'This input has no filters in OBS.',
  nameOf: 'Name of {filter}',
  voicemodHelp: 'Changes your voice with the voices of Voicemod, which runs on your own machine.',
})
