import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of automations. A name of a parameter stands first, so that a form finds its field. */
export const automationErrors = defineMessages('errors.automations', {
  referenceRequired: 'id or name is required.',
  notFound: 'There is no automation {name}.',
  notFoundById: 'There is no automation with the id {id}.',
  tooMany: 'name cannot be added: a channel can have at most {max} automations.',
  nameTaken: 'name: another automation is called {name}.',
  triggerField: 'trigger.{field} is required for a trigger of the type {type}.',
  unknownEvent: 'trigger.event: there is no event {event}.',
  misspeltEvent: 'trigger.event: there is no event {event}. Did you mean {meant}?',
  misspeltField: '{path}: {event} has no field {field}. Did you mean {meant}?',
  unknownField: '{path}: {event} has no field {field}. Its fields are {fields}.',
  at: 'trigger.at must be a time of day such as 20:30.',
  eachPlatform: 'trigger.each_platform needs every_minutes.',
  oneSchedule: 'trigger needs exactly one of every_minutes, at and minutes_after_live.',
  filter:
    'trigger.where.{field} must be a value, a list of values, or an object with above, below, at_least, at_most or matches.',
  tooManyFilters: 'trigger.where has at most {max} fields.',
  inStep: 'steps: step {path}: {error}',
  tooManySteps: 'steps: an automation has at most {max} steps, nested ones included.',
  nestedTooDeep: 'Steps can be nested at most {max} deep.',
  eventNotFound: 'event: there is no event {seq} in the log.',
  tooDeep: 'Automations start each other at most {max} deep.',
  tooMuchRunning: 'Too many automations are running. Try again in a moment.',
})
