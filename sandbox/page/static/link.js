// The socket of a column: it comes back by itself, and every request has its answer.

import { say } from "./words.js";

export class Link {
  constructor(hello, heard, state) {
    this.hello = hello;
    this.heard = heard;
    this.state = state;
    this.calls = new Map();
    this.next = 1;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/page/live`);
    this.socket.onopen = () => { this.state(true); this.tell(this.hello()); };
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = () => {
      for (const done of this.calls.values()) done({ error: say("lost") });
      this.calls.clear();
      if (this.closed) return;
      this.state(false);
      setTimeout(() => this.closed || this.open(), 700);
    };
  }

  take(message) {
    if (message.t !== "done") return this.heard(message);
    this.calls.get(message.call)?.(message);
    this.calls.delete(message.call);
  }

  tell(what) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(what));
  }

  ask(what) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ error: say("unconnected") });
    }
    const call = this.next++;
    this.tell({ ...what, call });
    return new Promise((done) => this.calls.set(call, done));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
