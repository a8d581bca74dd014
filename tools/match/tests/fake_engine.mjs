// An engine that misbehaves as its argument says, for the tests. It answers `go` (USI or CECP) with the lines of further
// arguments, one argument a `go`, "|" between lines; without one left it says nothing.
// HEARD names a file for what it is told; REFUSES is a move of CECP that it calls illegal.
//   usi: the handshake of USI.   cecp: answers ping.   exit: ends at the first `go`.   mute: not even a handshake.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [kind, ...answers] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text.split('|').join('\n')}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = line.split(' ');
  if (process.env.HEARD) appendFileSync(process.env.HEARD, `${line}\n`);
  if (word === 'quit') break;
  if (kind === 'mute') continue;
  if (word === 'usi') say('option name USI_Hash type spin default 16|usiok');
  if (word === 'isready') say('readyok');
  if (word === 'ping') say(`pong ${rest[0]}`);
  if (word === 'usermove' && rest[0] === process.env.REFUSES) say(`Illegal move {${rest[0]}}`);
  if (word === 'go' && kind === 'exit') process.exit(3);
  if (word === 'go' && answers.length > 0) say(answers.shift());
}
