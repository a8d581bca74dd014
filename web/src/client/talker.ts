/*
 * The talk of one table, over the socket of its session: asks for lines when the table is there, says again what was
 * not answered, and knows whom this device does not want to hear.
 */
import type { ClientMessage, ServerLine, ServerMessage } from '../../../protocol/wire.ts';
import {
  type Chat,
  chatIsOn,
  emptyChat,
  mutedAuthors,
  rememberChat,
  rememberMuted,
  takeLine,
  takeRefusal,
  takeReported,
} from './chat.ts';

export class Talker {
  chat: Chat = emptyChat;
  on = chatIsOn();
  muted: readonly string[] = mutedAuthors();
  /** Whether the viewer sees the lines. */
  private seen = false;
  /** The server knows on this connection that lines are wanted. */
  private listening = false;
  private readonly table: string;
  private readonly send: (message: ClientMessage) => boolean;
  private readonly newId: () => string;
  private readonly changed: () => void;
  private you: string | null = null;

  constructor(table: string, send: (message: ClientMessage) => boolean, newId: () => string, changed: () => void) {
    this.changed = changed;
    this.table = table;
    this.send = send;
    this.newId = newId;
  }

  /** Something came from the server. */
  take(message: ServerMessage): void {
    const before = this.chat;
    this.hear(message);
    if (this.chat !== before) this.changed();
  }

  private hear(message: ServerMessage): void {
    if ('table' in message && message.table !== undefined && message.table !== this.table) return;
    switch (message.t) {
      case 'welcome':
        this.you = message.you;
        this.listening = false;
        break;
      case 'snapshot':
        // One that was not asked for may stand for lines that were lost with the queue.
        this.listen();
        break;
      case 'presence':
        if (!this.listening) this.listen();
        break;
      case 'event':
        // What watchers said during a rated game may be read now.
        if (message.event.result && this.listening) this.listen();
        break;
      case 'line':
        this.takeLine(message);
        break;
      case 'reported':
        this.chat = takeReported(this.chat, message.id, message.who);
        break;
      case 'error':
        this.chat = takeRefusal(this.chat, message.id, message.code) ?? this.chat;
        break;
    }
  }

  private takeLine(line: ServerLine): void {
    if (!this.on) return;
    const counts = !this.seen && line.who !== this.you && !this.muted.includes(line.who);
    this.chat = takeLine(this.chat, line, counts);
  }

  private listen(): void {
    if (!this.on) return;
    // The second time it is asked, what comes was missed.
    if (this.chat.lines.length > 0) this.chat = { ...this.chat, asked: true };
    this.listening = this.send({ t: 'listen', table: this.table });
    const { pending } = this.chat;
    if (pending) this.send({ t: 'say', table: this.table, ...pending });
  }

  /** Nothing happens when there is nothing to be said, or the one before is not answered yet. */
  say(words: string): void {
    const text = words.trim();
    if (text === '' || this.chat.pending || !this.on) return;
    const pending = { id: this.newId(), text };
    this.chat = { ...this.chat, pending, refusal: null };
    this.send({ t: 'say', table: this.table, ...pending });
    this.changed();
  }

  report(who: string): void {
    if (this.chat.reports[who]?.state === 'asked' || this.chat.reports[who]?.state === 'done') return;
    const id = this.newId();
    const state = this.send({ t: 'report', table: this.table, id, who }) ? 'asked' : 'refused';
    this.chat = { ...this.chat, reports: { ...this.chat.reports, [who]: { id, state } } };
    this.changed();
  }

  mute(who: string, muted: boolean): void {
    this.muted = [...this.muted.filter((other) => other !== who), ...(muted ? [who] : [])];
    rememberMuted(this.muted);
    this.changed();
  }

  /** Off, nothing is asked for or shown. */
  turn(on: boolean): void {
    this.on = on;
    rememberChat(on);
    this.chat = { ...emptyChat, reports: this.chat.reports };
    if (on) this.listen();
    else {
      this.listening = false;
      this.send({ t: 'listen', table: this.table, on: false });
    }
    this.changed();
  }

  /** The viewer sees the lines now, or no longer. */
  look(seen: boolean): void {
    this.seen = seen;
    if (seen) this.chat = { ...this.chat, unread: 0 };
  }
}
