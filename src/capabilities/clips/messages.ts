import { defineMessages } from '../../kernel/text/message.ts'

/** Why there is no clip, and what is there instead. */
export const clipErrors = defineMessages('errors.clips', {
  replaySaved: '{reason} The replay buffer of OBS was saved instead.',
})
