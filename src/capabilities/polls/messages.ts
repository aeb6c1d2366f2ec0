import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of polls and predictions. The name of a parameter stands first. */
export const pollErrors = defineMessages('errors.polls', {
  noPollsAnywhere: 'No connected platform has polls. Twitch and YouTube have them.',
  noPredictionsAnywhere: 'No connected platform has predictions. Twitch has them.',
  noPoll: 'id: there is no poll {id}.',
  noRunningPoll: 'No poll is running.',
  noPrediction: 'id: there is no prediction {id}.',
  noOpenPrediction: 'No prediction is open.',
  noOption: 'option must be one of {options}.',
  optionRequired: 'option is required to resolve a prediction.',
})
