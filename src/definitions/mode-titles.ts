/** The titles of `changeModes` in forms. */
export const modeTitles = { add: 'Add', remove: 'Remove', set: 'Set' }
