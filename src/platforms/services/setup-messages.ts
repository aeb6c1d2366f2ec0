import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about credentials that are entered in the panel. `{field}` is the title of a field. */
export const setupErrors = defineMessages('errors.serviceSetups', {
  unknownField: 'fields has no {field} for this service.',
  setByEnvironment: '{field} is set by {source}, which wins. Change it there.',
  invalidText: '{field} must be one line of at most {max} characters.',
  refusedAddress: '{field} must not be a link-local address (169.254.x.x).',
  enterAgain: 'Enter {field} again: it was entered for another address.',
  addressOfGiven: 'The address cannot be changed here while {field} is set by {source}.',
  incomplete: 'Enter the other fields of {service} too.',
  notStored: 'No credentials of {service} are stored here.',
})
