import { defineMessages } from '../../kernel/text/message.ts'

/** Why a voice effect could not be turned on. */
export const voiceErrors = defineMessages('errors.voice', {
  unknown: 'There is no voice effect called {effect} for the {target}. list-voice-effects has them all.',
  noMicrophone:
    'No microphone effects are set up. Choose filters of OBS or connect Voicemod in the panel under Settings, Voice.',
  obsAway: 'OBS is not connected, so its filters cannot change the microphone. Start OBS.',
  obsFailed: 'The filter {filter} could not be turned on: {reason}',
  voicemodAway: 'Voicemod is not connected. Start Voicemod.',
  replaced: 'Another voice effect was started at the same moment.',
})

/** The effects that are not voices of Voicemod, and those of the sandbox. */
export const microphoneEffectTitles = defineMessages('voice.microphone', {
  random: 'Random voice',
  beep: 'Beep',
  sandboxRobot: 'Robot (simulated)',
  sandboxDeep: 'Deep (simulated)',
})
