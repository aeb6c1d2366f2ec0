import type { ValueType } from '../../contract/values.ts'
import { defineMessages } from '../../messages/message.ts'

/** Errors about named values. The name of a parameter stands first where there is one. */
export const valueErrors = defineMessages('errors.values', {
  notFound: 'name: there is no value {name}.',
  needsNumber: 'value must be a number, because {name} is a number.',
  needsSeconds: 'value must be a number of seconds, because {name} is a clock.',
  needsText: 'value must be a text, because {name} is a text.',
  needsList: 'value must be a list, because {name} is a list.',
  between: '{field} must be from {min} to {max}, the bounds of {name}.',
  atLeast: '{field} must be at least {min}, the lower bound of {name}.',
  atMost: '{field} must be at most {max}, the upper bound of {name}.',
  noAmount: 'amount cannot be added to {name}, which is a {type}.',
  noItem: 'item cannot be added to {name}, which is a {type}. Use amount.',
  nothingToRemove: 'name: {name} is a {type} and has no items. Use add-to-value with a negative amount.',
  amountOrItem: 'amount and item cannot be sent together.',
  indexOrItem: 'index and item cannot be sent together.',
  itemRequired: 'item is required, because {name} is a list.',
  tooManyItems: '{name} has at most {max} items.',
  itemTwice: '{name} has {item} already.',
  unknownItem: 'item: {name} does not have {item}.',
  unknownIndex: 'index: {name} has {count} items.',
  unknownNumber: 'number: {name} has {count} items.',
  notAClock: 'action: {name} is a {type}. Only clocks are started and paused.',
  clockAtEnd: 'action: {name} is at its end. Set a time or reset it first.',
  actionOnValue: 'value and reset cannot be sent together.',
  userRequired: 'username or userid is required, because each viewer has a {name} of their own.',
  noUser: 'username: {name} belongs to the channel, not to viewers.',
  tooMany: 'name: a channel has at most {max} values.',
  tooLarge: 'value: the values of a channel have at most {max} characters together.',
  otherType: 'type: {name} is a {type}. Delete it first to give it another type.',
  otherOwner: 'owner: {name} belongs to {owner}. Delete it first to change that.',
  theChannel: 'the channel',
  eachViewer: 'each viewer',
  notForType: '{field} is not for a {type}.',
  reversedBounds: 'maximum must not be below minimum.',
  outsideBounds: 'initial must be within the bounds.',
  wrongInitial: 'initial must be a {wanted} for a {type}.',
  tooManyForOwner: 'max_items must be at most {max} for a list of each viewer.',
  listTooLong: 'max_items: {name} has {count} items. Remove some first.',
  needsOneChange: 'set, add, remove, number or action is required.',
  oneChange: 'Only one of set, add, remove and number can be used in a step.',
  notNumeric: '{field} must be a number, because {name} is a {type}.',
})

/** The types as they stand inside an error. */
export const valueTypeWords = defineMessages('errors.values.types', {
  number: 'number',
  text: 'text',
  list: 'list',
  clock: 'clock',
} satisfies Readonly<Record<ValueType, string>>)
