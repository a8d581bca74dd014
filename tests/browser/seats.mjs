/*
 * A table whose creator plays on a page and whose guest is a connection without one. Moves that are only the way to what a
 * test is about are sent over the wire by both, and the page watches; the move that matters is then made on the page.
 */
import assert from 'node:assert/strict';
import { Client, sleep } from '../protocol/harness.mjs';
import { open, plies, sfen } from './house.mjs';

/** Opens a table on this page, with these options chosen in the form, and seats the guest. */
export async function openSeated(server, page, game, options = {}) {
  const url = await open(page, 'play-friend', game, options);
  const wire = { ws: `${server.url.replace(/^http/, 'ws')}/ws` };
  const table = /\/t\/(\w+)/.exec(url)[1];
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'shogikan');
  const creator = await Client.connect(wire, { cookie: `${cookie.name}=${cookie.value}` });
  const guest = await Client.connect(wire);
  for (const client of [creator, guest]) client.send({ t: 'watch', table });
  const seen = await guest.next('snapshot');
  const sat = await guest.command({ t: 'sit', game: seen.game, seq: seen.seq });
  assert.equal(sat.t, 'event', `sit was refused: ${JSON.stringify(sat)}`);
  const side = seen.b.who === creator.welcome.you ? 'b' : 'w';
  const snapshot = () => {
    guest.send({ t: 'watch', table });
    return guest.next('snapshot');
  };
  /** The guest gives the game up, if it is not over. */
  const resign = async () => {
    const now = await snapshot();
    if (!now.result) await guest.command({ t: 'resign', game: now.game, seq: now.seq });
  };
  return {
    side,
    /** Both sides play these in turn over the wire, from where the game stands, and the page has seen them. */
    async lead(moves) {
      const now = await snapshot();
      const played = now.moves.split(' ').filter(Boolean).length;
      const starts = now.start.split(' ')[1];
      let newest = now.seq;
      for (const [i, usi] of moves.entries()) {
        const turn = (played + i) % 2 === 0 ? starts : starts === 'b' ? 'w' : 'b';
        const move = { t: 'move', game: now.game, seq: newest, usi };
        const mover = turn === side ? creator : guest;
        let answer = await mover.command(move);
        // A long game comes faster than people are allowed to play.
        for (; answer.code === 'busy'; answer = await mover.command(move)) await sleep(200);
        assert.equal(answer.t, 'event', `${usi} was refused: ${JSON.stringify(answer)}`);
        newest = answer.event.seq;
      }
      await plies(page, played + moves.length);
    },
    resign,
    board: async () => (await sfen(page)).split(' ')[0],
    /** Ends the game too: a device may have only some unfinished tables. */
    async close() {
      await resign();
      await Promise.all([creator.close(), guest.close()]);
    },
  };
}
