import { defineMessages } from '../../kernel/text/message.ts'

/** Why a stream of events is not opened, or does not go on where it was. */
export const eventErrors = defineMessages('errors.events', {
  tooManyTypes: 'types: at most {max:number} types can be named.',
  unknownType: 'types: there is no event type {type}. The reference lists all of them.',
  typeNeedsScope: 'types: {type} needs the scope {scope}.',
  unknownPlatform: 'platform must be one of {platforms}.',
  invalidEventId: 'last_event_id must be the id of an event.',
  tooManyOfKey: 'At most {max:number} event streams can be open with one key.',
  tooManyOfChannel: 'At most {max:number} event streams of one channel can be open.',
  tooMany: 'Too many event streams are open on this server.',
  gapTooOld: 'Events older than 24 hours are not sent again. The stream continues with the next event.',
  gapUnknown: 'There is no such event in this channel. The stream continues with the next event.',
})
