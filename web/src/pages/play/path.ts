/** Where a game is played on this device, behind the language. */
export const playPath = (game: string): string => `play/${game}/`;
