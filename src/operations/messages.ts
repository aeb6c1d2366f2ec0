import { defineMessages } from '../messages/message.ts'

/** Errors of operations. The name of a parameter stands first. */
export const operationMessages = defineMessages('errors.operations', {
  titleOnly: 'platform {platform} takes a title only, not a game.',
  noChat: 'No chat is connected that could get the answer.',
  commandOff: 'The command {name} is switched off.',
  commandNotForApi: 'The command {name} cannot be run through the API.',
  effectRequired: 'overlay_id or overlay_ids is required.',
  tooManyEffects: 'overlay_id and overlay_ids name more than {max} effects.',
  amountTooSmall: '{path} must be at least 1 to {mode}.',
  amountRequired: '{path} is required when there is no default.',
})
