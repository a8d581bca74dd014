/** Where a game is played on this device, behind the language. */
export const playPath = (game: string): string => `play/${game}/`;

/** Where a game of this device that is over is shown as a record. */
export const herePath = (id: string): string => `record/#${id}`;
