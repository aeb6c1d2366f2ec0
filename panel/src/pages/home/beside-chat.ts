import { People } from './people.tsx'
import { ToDo } from './to-do.tsx'

/** The cards beside the chat, in one file: a first visit has few requests. */
export const besideChat = { people: People, toDo: ToDo }
