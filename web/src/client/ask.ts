/*
 * One question from a page that has no table: connects, asks once, and hands over the answer. The same id is sent again
 * after a broken connection, so a question that changes something changes it once.
 */
import { type ClientMessage, type ServerMessage, WIRE_VERSION } from '../../../protocol/wire.ts';
import { newId } from './session.ts';
import { type Environment, Socket, socketUrl } from './socket.ts';

export interface AskEvents<Answer> {
  answered(answer: Answer): void;
  /** The connection is not there yet or was lost; it is tried again. */
  waiting(): void;
  /** A code of base/error.h, or 'banned'. */
  refused(code: string): void;
}

/** `read` gives null for a message that is not the answer. Returns a function that gives up. */
export function ask<Answer>(
  question: (id: string) => ClientMessage,
  read: (message: ServerMessage, id: string) => Answer | null,
  events: AskEvents<Answer>,
  environment?: Environment,
  url = socketUrl(),
): () => void {
  const id = newId();
  const refuse = (code: string): void => {
    socket.stop();
    events.refused(code);
  };
  const receive = (message: ServerMessage): void => {
    if (message.t === 'welcome') {
      if (message.version === WIRE_VERSION) socket.send(question(id));
      else refuse('version');
      return;
    }
    if (message.t === 'error' && message.at === 'device') {
      refuse('banned');
      return;
    }
    if (message.t === 'error' && (message.id === id || message.code === 'version')) {
      refuse(message.code);
      return;
    }
    const answer = read(message, id);
    if (answer === null) return;
    socket.stop();
    events.answered(answer);
  };
  const socket = new Socket(
    url,
    {
      link: (link) => {
        if (link === 'waiting') events.waiting();
      },
      message: receive,
      unreadable: () => refuse('version'),
    },
    environment,
  );
  socket.start();
  return () => socket.stop();
}
