import { commonAmounts } from '../../definitions/common-amounts.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of commands and their steps. A name of a parameter stands first, so that a form finds its field. */
export const commandErrors = defineMessages('errors.commands', {
  actionJson: 'action_json must be {{"version": 1, "steps": [...]}.',
  stepNotAnObject: 'A step must be an object.',
  unknownStep: 'type {type} is not a step.',
  stepScope: 'The step {type} needs the scope {scope}.',
  onError: 'on_error must be one of stop, continue.',
  delay: 'delay must be a number from 0 to {max}.',
  tooManySteps: 'A run has at most {max} steps.',
  tooDeep: 'Commands run each other at most {max} deep.',
  waitTooLong: 'seconds must be at most {max}.',
  timedOut: 'This took too long and was cancelled.',

  conditionNotAnObject: 'condition must be an object.',
  tooManyConditions: 'condition must have at most {max} entries.',
  patternTooLong: 'A pattern has at most {max} characters.',
  invalidPattern: 'This pattern is not valid.',
  patternTooComplex: 'This pattern is too complex: use fewer and smaller repetitions such as {{1,20}.',
  patternsTooComplex:
    'These patterns are too complex together: their size is {size}, and at most {max} is allowed. Shorten or remove some; plain words belong in the list of words.',
  tooMuchMatching: 'matches was not checked: the patterns of this command are too complex for texts of this length.',

  jsonPath: 'path must be like data[0].name, not {path}.',
  headerLine: 'headers must be lines like Name: value, not {line}.',
  secretAndVariable: 'headers: {header} names a secret, so it must not have variables as well.',
  secretInValue: 'headers: {header} was not sent, because the value of a variable names a secret.',
  secretElsewhere: 'A secret works only in the headers of the step http_request.',
  answeredWith: '{host} answered with status {status}.',
  answerNotJson: '{host} did not answer with JSON, so path finds nothing.',
  nothingAtPath: 'The answer of {host} has nothing at {path}.',
  answerNotNumber: 'into: {name} holds a number, and the answer is not a number.',
  messageIdRequired: 'message_id is required when no chat message ran the command.',
  alertRequired: 'id or name is required.',
  effectRequired: 'overlay_id or overlay_ids is required.',
  pointsRequired: 'amount must be at least 1 to {mode} points.',
  minutesRequired: 'minutes must be at least 1 to {mode} watch time.',
  targetRequired: 'target is required to transfer points.',

  noWeight: 'options: one of them needs a weight above 0.',
  weight: 'weight must be a number from 0 to 1000000.',
  optionSteps: 'steps must be a list of steps.',
  nestedTooDeep: 'Steps can be nested at most {max} deep.',

  referenceRequired: 'command or id is required.',
  notFound: 'There is no command {name}.',
  notFoundById: 'There is no command with the id {id}.',
  tooMany: 'command cannot be added: a channel can have at most {max}.',
  notOneWord: '{field} must be one word, not {word}.',
  wordTaken: '{field}: {word} is taken by another command.',
  disabled: 'The command {name} is turned off.',

  tooManyWrittenSteps: 'actions must have at most {max} steps.',
  replyOrder: 'actions: reply must be one of first, last.',
  unknownRole: '{field} must be of {roles}, not {role}.',
  inStep: 'actions: step {number}: {error}',
})

/** What the bot says in chat about a command. */
export const commandReplies = defineMessages('replies.commands', {
  tooExpensive: '@{name} {word} costs {price}, and you have {balance}.',
  points: commonAmounts.points,
  coins: commonAmounts.coins,
  and: ' and ',
})

/** What variables become where there is nothing to name, and how durations are written. */
export const variableWords = defineMessages('replies.variables', {
  offline: 'offline',
  nothing: 'nothing',
  nobody: 'nobody',
  song: '{title} by {artist}',
  minutes: '{minutes} min',
  hours: '{hours} h',
  hoursAndMinutes: '{hours} h {minutes} min',
})
