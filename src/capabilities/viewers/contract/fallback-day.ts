/** Where minutes without a day go: old enough that no day, week or month of today is touched. */
export const fallbackDay = '2000-01-01'
