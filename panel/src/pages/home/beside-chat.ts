import { FirstSteps } from './first-steps.tsx'
import { People } from './people.tsx'
import { StreamLine } from './stream-line.tsx'
import { ToDo } from './to-do.tsx'

/** What is around the chat, in one file: a first visit has few requests, and other pages do not load it. */
export const besideChat = { firstSteps: FirstSteps, people: People, streamLine: StreamLine, toDo: ToDo }
