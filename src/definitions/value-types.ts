/** What a named value can hold. */
export const valueTypes = ['number', 'text', 'list', 'clock'] as const
export type ValueType = (typeof valueTypes)[number]
