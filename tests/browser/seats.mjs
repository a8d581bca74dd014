/*
 * A table whose creator plays on a page and whose guest is a connection without one. Moves that are only the way to what a
 * test is about are sent over the wire by both, and the page watches; the move that matters is then made on the page.
 */
import assert from 'node:assert/strict';
import { Client, sleep } from '../protocol/harness.mjs';
import { open, plies, sfen } from './house.mjs';

/** A game of chu in which gote loses everything but the king; the last move is the one that a bare king still has. */
export const TO_BARE_KING = (
  '8i8h 10a11b 9j4e 6d6e 4e3d+ 7c2h 3d3c3b 8d8e 3b3a3b 9c5g 3b4a 10b6f 4a2a 2c3c 2a1a 3c3h 1a5a 4c3d 5a5b 3d9j 5b6b ' +
  '6c5e 6b7a 5e6g 7a8b 6g8i 7j8i9j 12d12e 8b9a 8c8d 9a8a 5d5e 8a11a 7b5d 11a12a 5d3f 12a11b 3f1h 11b1b 4d4e 1b12b ' +
  '8d7e 12b11c 6a6b 11c12c 7e7h 12c10c 5g6h 10c5c 7h8i 5c1c 9e9f 1c1d 6b6c 1d2d 5e5f 2d7d 5f5g 7d9d 4e4f 9d10d 6c7d ' +
  '10d11d 8e8f 11d12e 5g5h 12e6e 6h7h 9j8i7h 6f7g 7h7g8f 7d7e 8f9f8e 7e7f 1i1h 4f4g 6e4g 7f6g 3i3h 6g6h 5i5h 6h5i ' +
  '2i2h 5i4h'
).split(' ');

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
  /** Sends it until it is not too much at once; the answer. */
  const tell = async (message, wanted) => {
    for (;;) {
      guest.send(message);
      const answer = await guest.nextOf((heard) => wanted(heard) || (heard.t === 'error' && heard.code === 'busy'), message.t);
      if (answer.t !== 'error') return answer;
      await sleep(200);
    }
  };
  /** How the table is now: none of the snapshots that nobody asked for. */
  const snapshot = async () => {
    const n = Math.floor(Math.random() * 2 ** 31);
    await tell({ t: 'ping', n }, (heard) => heard.t === 'pong' && heard.n === n);
    guest.inbox = guest.inbox.filter(({ t }) => t !== 'snapshot');
    return tell({ t: 'watch', table }, ({ t }) => t === 'snapshot');
  };
  /** The guest gives the game up, if it is not over. */
  const resign = async () => {
    const now = await snapshot();
    if (!now.result) await guest.command({ t: 'resign', game: now.game, seq: now.seq });
  };
  /** The guest wants the next game too. */
  const again = async () => {
    const now = await snapshot();
    await guest.command({ t: 'again', game: now.game, seq: now.seq });
  };
  /** The guest asks for a draw or a take-back. */
  const ask = async (what) => {
    const now = await snapshot();
    const answer = await guest.command({ t: 'offer', game: now.game, seq: now.seq, what });
    assert.equal(answer.t, 'event', `${what} was refused: ${JSON.stringify(answer)}`);
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
      await plies(page, played + moves.length, { timeout: 60_000 });
    },
    resign,
    again,
    ask,
    board: async () => (await sfen(page)).split(' ')[0],
    /** Ends the game too: a device may have only some unfinished tables. */
    async close() {
      await resign();
      await Promise.all([creator.close(), guest.close()]);
    },
  };
}
